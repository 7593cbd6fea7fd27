/** Words of the replay, de. */

export default {};
