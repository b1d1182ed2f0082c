const SECOND = 1_000;
const MINUTE = 60_000;

export interface LimitRule {
  /** Maximum number in a window for one account (or one mailed address, before there is an account). */
  points: number;
  windowMs: number;
  /** Maximum number for one network address: much higher, since mobile carriers put many users behind one address. */
  perAddress: number;
}

/** All limits of the server in one table. */
export const limitRules = {
  read: { points: 20, windowMs: SECOND, perAddress: 1_000 },
  /** Reads of visitors, who have no account (A15). */
  visit: { points: 20, windowMs: SECOND, perAddress: 400 },
  write: { points: 5, windowMs: SECOND, perAddress: 200 },
  bid: { points: 5, windowMs: SECOND, perAddress: 400 },
  /** Own maximums set and withdrawn (A13). */
  maximum: { points: 5, windowMs: SECOND, perAddress: 400 },
  payEntry: { points: 5, windowMs: SECOND, perAddress: 200 },
  /** The player's token bucket limits taps (C2); this limits the requests. */
  tap: { points: 60, windowMs: SECOND, perAddress: 2_000 },
  /** At most one pick a second counts (C3); this limits the requests. */
  pick: { points: 5, windowMs: SECOND, perAddress: 400 },
  /** X8. */
  mathAnswer: { points: 3, windowMs: SECOND, perAddress: 400 },
  /** Sends, with a PIN (W1). */
  send: { points: 5, windowMs: MINUTE, perAddress: 200 },
  /** Wallet addresses looked up (W10). */
  walletLookup: { points: 10, windowMs: MINUTE, perAddress: 400 },
  /** Statements of a wallet, which read many rows. */
  statement: { points: 10, windowMs: MINUTE, perAddress: 200 },
  payout: { points: 5, windowMs: MINUTE, perAddress: 100 },
  /** Changes and recoveries of a PIN; wrong PINs have their own count (S6). */
  pin: { points: 10, windowMs: MINUTE, perAddress: 200 },
  /** Payments, trades and pictures of players. */
  payment: { points: 10, windowMs: MINUTE, perAddress: 200 },
  /** Deliveries of the card provider, from its few addresses. */
  webhook: { points: 2_000, windowMs: MINUTE, perAddress: 2_000 },
  ticket: { points: 5, windowMs: SECOND, perAddress: 400 },
  heistAnswer: { points: 1, windowMs: 2 * SECOND, perAddress: 2_000 },
  /** Unlock codes (H7). */
  heistUnlock: { points: 5, windowMs: MINUTE, perAddress: 200 },
  /** Passcodes of the wheel (B5). */
  spinUnlock: { points: 5, windowMs: MINUTE, perAddress: 200 },
  /** Changes of limits, time-outs and self-exclusions (G1, G2). */
  playLimits: { points: 20, windowMs: MINUTE, perAddress: 400 },
  /** Bets created, joined and cancelled. */
  bet: { points: 5, windowMs: SECOND, perAddress: 200 },
  /** Wrong passwords of one user for one bet, and of all users for one bet; above the latter, again of one user (B3). */
  betPassword: { points: 5, windowMs: MINUTE, perAddress: 400 },
  betPasswordOfBet: { points: 20, windowMs: MINUTE, perAddress: 400 },
  betPasswordSlowed: { points: 1, windowMs: MINUTE, perAddress: 400 },
  checkout: { points: 5, windowMs: SECOND, perAddress: 100 },
  /** Moving through a queue by keys reads some five times for each item. */
  admin: { points: 40, windowMs: SECOND, perAddress: 400 },
  /**
   * Wrong passwords and codes, for an account and a network prefix, or for an account and a device known to it (S2a).
   */
  login: { points: 5, windowMs: MINUTE, perAddress: 60 },
  /** The same for an account, from all networks together (S2a). */
  loginOfAccount: { points: 60, windowMs: MINUTE, perAddress: 60 },
  /** Uses of one challenge; the window is its lifetime. */
  proofOfWork: { points: 1, windowMs: 2 * MINUTE, perAddress: 600 },
  /** Requests with a password or code, before the device is known or unknown; each costs at most one query. */
  credentials: { points: 60, windowMs: MINUTE, perAddress: 600 },
  /** Usernames checked before a registration, which others could use to list them. */
  usernameCheck: { points: 30, windowMs: MINUTE, perAddress: 120 },
  /** Codes requested for one mailed address from one network prefix. */
  code: { points: 10, windowMs: 15 * MINUTE, perAddress: 60 },
  /** Confirmations of the identity of a session's user (S8a). */
  confirm: { points: 5, windowMs: MINUTE, perAddress: 60 },
  /** Requests to be notified when a feature opens: they need no account, so each network is limited. */
  notifyMe: { points: 3, windowMs: 15 * MINUTE, perAddress: 30 },
  /** Requests without a good token where one is needed. */
  stranger: { points: 60, windowMs: MINUTE, perAddress: 600 },
  socketEvents: { points: 20, windowMs: SECOND, perAddress: 2_000 },
} as const satisfies Record<string, LimitRule>;

/** A /48 of IPv6 may send this many times the requests of one address (S2a). */
export const SITE_FACTOR = 10;

export type LimitName = keyof typeof limitRules;
export type LimitRules = Record<LimitName, LimitRule>;
