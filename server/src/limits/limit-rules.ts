const SECOND = 1_000;
const MINUTE = 60_000;

export interface LimitRule {
  /** How often in a window for one account (or one mailed address, before there is one). */
  points: number;
  windowMs: number;
  /** How often for one network address: looser by far, since carriers put a whole network behind one. */
  perAddress: number;
}

/** Every limit of the server in one table. */
export const limitRules = {
  read: { points: 20, windowMs: SECOND, perAddress: 1_000 },
  write: { points: 5, windowMs: SECOND, perAddress: 200 },
  bid: { points: 5, windowMs: SECOND, perAddress: 400 },
  payEntry: { points: 5, windowMs: SECOND, perAddress: 200 },
  checkout: { points: 5, windowMs: SECOND, perAddress: 100 },
  admin: { points: 20, windowMs: SECOND, perAddress: 400 },
  /** S2: wrong passwords and right ones alike. */
  login: { points: 5, windowMs: MINUTE, perAddress: 60 },
  /** Codes mailed to one address. */
  code: { points: 3, windowMs: 15 * MINUTE, perAddress: 60 },
  /** Addresses left to be told when a feature opens: anybody may, so a network gets to leave only so many. */
  notifyMe: { points: 3, windowMs: 15 * MINUTE, perAddress: 30 },
  /** Requests without a good token where one is needed. */
  stranger: { points: 60, windowMs: MINUTE, perAddress: 600 },
  socketEvents: { points: 20, windowMs: SECOND, perAddress: 2_000 },
} as const satisfies Record<string, LimitRule>;

export type LimitName = keyof typeof limitRules;
export type LimitRules = Record<LimitName, LimitRule>;
