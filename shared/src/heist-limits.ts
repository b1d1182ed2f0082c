/** This file imports no schemas, so that the browser does not load the validator. */

/** Maximum length of an answer as typed. */
export const MAX_ANSWER_LENGTH = 200;
