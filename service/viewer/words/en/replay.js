/** Words of the replay, en. */

export default {};
