/** Words of the lobby, nl. */

export default {};
