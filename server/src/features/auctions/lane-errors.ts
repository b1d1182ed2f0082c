/** Every command of an auction's lane may be refused with these: the auction is not open, or the decision came too late. */
export const closedErrors = [
  'AUCTION_NOT_FOUND',
  'AUCTION_NOT_ACTIVE',
  'AUCTION_ENDED',
  'DECIDED_TOO_LATE',
] as const;

/** Refusals of commands that hold or spend coins of a player who has joined. */
export const spendingErrors = ['NOT_JOINED', 'NOT_ENOUGH_COINS', 'LIMIT_REACHED', 'TAKING_A_BREAK'] as const;
