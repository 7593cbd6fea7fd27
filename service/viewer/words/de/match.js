/** Words of the match, de. */

export default {};
