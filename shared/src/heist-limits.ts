/** This file imports no schemas, so that the browser does not load the validator. */

/** Maximum length of an answer as typed. */
export const MAX_ANSWER_LENGTH = 200;

/** Why a heist is cancelled at its start (H1). */
export const TOO_FEW_PLAYERS = 'Too few players took part.';
