const SECOND = 1_000;
const MINUTE = 60_000;

export interface LimitRule {
  /** How often in a window for one account (or one mailed address, before there is one). */
  points: number;
  windowMs: number;
  /** How often for one network address: much looser, since carriers put a whole network behind one. */
  perAddress: number;
}

/** Every limit of the server in one table. */
export const limitRules = {
  read: { points: 20, windowMs: SECOND, perAddress: 1_000 },
  write: { points: 5, windowMs: SECOND, perAddress: 200 },
  bid: { points: 5, windowMs: SECOND, perAddress: 400 },
  payEntry: { points: 5, windowMs: SECOND, perAddress: 200 },
  /** C2: taps have the bucket of the player; this only bounds how many requests there are. */
  tap: { points: 60, windowMs: SECOND, perAddress: 2_000 },
  /** C3: at most one pick a second counts; this bounds the requests. */
  pick: { points: 5, windowMs: SECOND, perAddress: 400 },
  /** X8. */
  mathAnswer: { points: 3, windowMs: SECOND, perAddress: 400 },
  checkout: { points: 5, windowMs: SECOND, perAddress: 100 },
  admin: { points: 20, windowMs: SECOND, perAddress: 400 },
  /** S2a: wrong passwords and codes, for an account and a network prefix, or for an account and a device known to it. */
  login: { points: 5, windowMs: MINUTE, perAddress: 60 },
  /** S2a: the same for an account, from all networks together. */
  loginOfAccount: { points: 60, windowMs: MINUTE, perAddress: 60 },
  /** Requests with a password or code, before it is known whether the device is; each costs a query at most. */
  credentials: { points: 60, windowMs: MINUTE, perAddress: 600 },
  /** Codes requested for one mailed address from one network prefix. */
  code: { points: 10, windowMs: 15 * MINUTE, perAddress: 60 },
  /** S8a: confirming who uses a session. */
  confirm: { points: 5, windowMs: MINUTE, perAddress: 60 },
  /** Addresses left to be told when a feature opens: anybody may, so a network gets to leave only so many. */
  notifyMe: { points: 3, windowMs: 15 * MINUTE, perAddress: 30 },
  /** Requests without a good token where one is needed. */
  stranger: { points: 60, windowMs: MINUTE, perAddress: 600 },
  socketEvents: { points: 20, windowMs: SECOND, perAddress: 2_000 },
} as const satisfies Record<string, LimitRule>;

/** S2a: a /48 of IPv6 may make this many times the requests of one address. */
export const SITE_FACTOR = 10;

export type LimitName = keyof typeof limitRules;
export type LimitRules = Record<LimitName, LimitRule>;
