/** Words of the match, en. */

export default {};
