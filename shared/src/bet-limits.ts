/** Lengths of a bet's texts. This file imports no schemas, so that the browser does not load the validator. */
export const MIN_BET_PASSWORD = 4;
export const MAX_BET_PASSWORD = 64;
export const MAX_BET_TITLE = 100;
