/** Words of the verify, nl. */

export default {};
