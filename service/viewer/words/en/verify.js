/** Words of the verify, en. */

export default {};
