/** Words of the verify, de. */

export default {};
