/** Words of the lobby, de. */

export default {};
