/** Thrown for invalid options; the message is printed for the user. */
export class BadOptions extends Error {}
