/** Words of the replay, nl. */

export default {};
