/** Words of the match, nl. */

export default {};
