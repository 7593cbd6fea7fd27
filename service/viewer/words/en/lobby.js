/** Words of the lobby, en. */

export default {};
