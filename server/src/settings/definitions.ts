import { type SwitchedPushKind, switchedPushKinds } from '@copup/shared/push.ts';
import { z } from 'zod';

interface Definition<Value> {
  schema: z.ZodType<Value>;
  defaultValue: Value;
  unit: string;
  description: string;
  /** Returns whether the change weakens a guard or redirects money, and so needs a second operator itself (O3a). */
  weakens?: (from: Value, to: Value) => boolean;
  /** Whether it is a code, which is never shown in full. */
  isSecret?: boolean;
}

const whole = (
  min: number,
  max: number,
  defaultValue: number,
  unit: string,
  description: string,
): Definition<number> => {
  const error = `A whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return { schema: z.int(error).min(min, error).max(max, error), defaultValue, unit, description };
};

const flag = (defaultValue: boolean, description: string): Definition<boolean> => ({
  schema: z.boolean('On or off'),
  defaultValue,
  unit: '',
  description,
});

const line = (max: number, description: string): Definition<string> => {
  const error = `At most ${max} characters`;
  return { schema: z.string(error).trim().max(max, error), defaultValue: '', unit: '', description };
};

const wordsRule = 'Words of a to z with spaces between them; *word* is also found inside longer words';
const words = (defaultValue: string, description: string): Definition<string> => ({
  schema: z
    .string(wordsRule)
    .max(5_000, wordsRule)
    .regex(/^\s*((\*[a-z]+\*|[a-z]+)(\s+|$))*$/, wordsRule),
  defaultValue,
  unit: '',
  description,
});

const isRaised = (from: number, to: number) => to > from;
const isLowered = (from: number, to: number) => to < from;
const isChanged = (from: unknown, to: unknown) => to !== from;
/** Of a rate in task coins for one coin; 0 is off. */
const isCheaper = (from: number, to: number) => to !== 0 && (from === 0 || to < from);

/** One switch for each kind of push messages but those about security (W23). */
export type PushSwitch = `push${Capitalize<SwitchedPushKind>}`;
export const pushSwitchOf = (kind: SwitchedPushKind) =>
  `push${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}` as PushSwitch;
const pushSwitches = Object.fromEntries(
  switchedPushKinds.map((kind) => [
    pushSwitchOf(kind),
    flag(true, `Whether push messages of the kind “${kind}” are sent.`),
  ]),
) as Record<PushSwitch, Definition<boolean>>;

/** All settings that operators may change while the server runs. A key without a row has its default. */
export const settingDefinitions = {
  oneTimeCodeMinutes: whole(1, 60, 10, 'minutes', 'How long a mailed code is valid.'),
  oneTimeCodeResendSeconds: whole(10, 3_600, 60, 'seconds', 'After which time a new code may be requested.'),
  sessionHours: {
    ...whole(1, 720, 24, 'hours', 'How long a sign-in lasts without renewal.'),
    weakens: isRaised,
  },
  sessionDays: { ...whole(1, 365, 30, 'days', 'When a sign-in ends, renewed or not.'), weakens: isRaised },
  idempotencyKeyDays: whole(1, 90, 7, 'days', 'How long first replies are kept for repeated commands.'),
  secondOperatorAboveCoins: {
    ...whole(
      0,
      1_000_000_000,
      10_000,
      'coins',
      'How many coins one operator may move alone, and one wallet may receive that way, in 24 hours. Larger amounts need the approval of a second operator.',
    ),
    weakens: isRaised,
  },
  secondOperatorAbove30DaysCoins: {
    ...whole(0, 1_000_000_000, 30_000, 'coins', 'The same threshold for 30 days.'),
    weakens: isRaised,
  },
  newOperatorWaitHours: {
    ...whole(0, 720, 24, 'hours', 'How long a new operator waits before approving requests.'),
    weakens: isLowered,
  },
  secondFactorRequired: {
    ...flag(true, 'In production, operators without a second factor can only enrol one.'),
    weakens: (from: boolean, to: boolean) => from && !to,
  },
  reauthenticateAfterMinutes: {
    ...whole(
      1,
      30,
      10,
      'minutes',
      'After which time without such an action operators must confirm the password or the second factor again.',
    ),
    weakens: isRaised,
  },
  pinLockMinutes: {
    ...whole(1, 1_440, 15, 'minutes', 'How long a PIN is locked after 5 wrong attempts.'),
    weakens: isLowered,
  },
  credentialsWaitHours: {
    ...whole(
      0,
      720,
      24,
      'hours',
      'After a change of e-mail, password or PIN: how long sends are limited and payouts refused.',
    ),
    weakens: isLowered,
  },
  credentialsWaitSendCoins: {
    ...whole(0, 1_000_000, 100, 'coins', 'How many coins a player may send in total during that time.'),
    weakens: isRaised,
  },
  usernameChangeDays: whole(0, 3_650, 30, 'days', 'Time between two changes of a username.'),
  sendChargePercent: whole(0, 100, 1, '%', 'Charge for a send, added to the amount and rounded up.'),
  sendMaxCoins: { ...whole(1, 1_000_000_000, 100_000, 'coins', 'Largest single send.'), weakens: isRaised },
  sendMaxCoinsPerDay: {
    ...whole(1, 1_000_000_000, 500_000, 'coins', 'What a player may send in a day.'),
    weakens: isRaised,
  },
  bankAccountName: { ...line(100, 'Name of the bank account to which coins are paid.'), weakens: isChanged },
  bankName: { ...line(100, 'Bank of that account.'), weakens: isChanged },
  bankAccountNumber: { ...line(20, 'Number of that account.'), weakens: isChanged },
  boughtCoinsHours: {
    ...whole(0, 720, 72, 'hours', 'How long bought coins cannot be paid out.'),
    weakens: isLowered,
  },
  payoutPriceRatioPercent: {
    ...whole(
      100,
      1_000,
      103,
      '%',
      'Lowest price of a coin in the shop or of a trader, as a share of the payout rate.',
    ),
    weakens: isLowered,
  },
  payoutMinCoins: { ...whole(1, 1_000_000_000, 10, 'coins', 'Smallest payout.'), weakens: isLowered },
  payoutMaxCoins: { ...whole(1, 1_000_000_000, 50_000, 'coins', 'Largest payout.'), weakens: isRaised },
  disputeFreezeDays: whole(
    1,
    30,
    7,
    'days',
    'How long an open dispute of a card payment freezes its coins that are still young.',
  ),
  tradeReservationMinutes: whole(1, 1_440, 30, 'minutes', 'How long the coins of a trade are reserved.'),
  tradeDisputeDays: whole(
    1,
    30,
    7,
    'days',
    'How long a rejected or expired trade can be disputed, or proved late.',
  ),
  paymentRestDays: whole(
    1,
    30,
    7,
    'days',
    'How long a payment of which too little arrived waits for the rest.',
  ),
  bidIncrement: whole(
    1,
    1_000_000_000,
    1,
    'coins',
    'By how much a bid raises the price, unless the auction sets it.',
  ),
  lateBidSeconds: whole(
    0,
    600,
    10,
    'seconds',
    'A bid within this time before the end moves the end to this time after the bid.',
  ),
  auctionOvertimeS: whole(0, 86_400, 900, 'seconds', 'How far bids may move the end of a new auction.'),
  watchlistNoticeSeconds: whole(
    10,
    86_400,
    300,
    'seconds',
    'How long before the end of an auction those who have it on their watchlist are notified.',
  ),
  affiliateRewardPercent: {
    ...whole(
      0,
      100,
      50,
      '%',
      'Largest affiliate reward, as a share of the target × the entry fee or ticket price.',
    ),
    weakens: isRaised,
  },
  taskCoinRate: {
    ...whole(
      0,
      1_000_000,
      10,
      'task coins',
      'How many task coins a player exchanges for one bonus coin. 0 switches the exchange off.',
    ),
    weakens: isCheaper,
  },
  heistUnlockCode: {
    ...line(40, 'Code that opens the sale of tickets of waiting heists. Empty: no code opens it.'),
    isSecret: true,
  },
  heistUnlockMinutes: whole(
    1,
    1_440,
    30,
    'minutes',
    'How long an entered unlock code is valid for a session.',
  ),
  heistHoldMinutes: whole(0, 1_440, 5, 'minutes', 'How long before its start a heist is on hold.'),
  spinPasscode: {
    ...line(40, 'Passcode that unlocks the wheel of /spin. Empty: no passcode unlocks it.'),
    isSecret: true,
  },
  spinDailyCoins: {
    ...whole(
      0,
      1_000_000,
      1_000,
      'coins',
      'Budget of the wheel for a day of Africa/Lagos. A spin needs 6 coins of it, the highest prize.',
    ),
    weakens: isRaised,
  },
  welcomeCoins: {
    ...whole(0, 10_000, 100, 'coins', 'Bonus coins that a new player receives once. 0 switches them off.'),
    weakens: isRaised,
  },
  welcomeBudgetCoins: {
    ...whole(
      0,
      1_000_000_000,
      0,
      'coins',
      'How many welcome coins all new players may receive together. 0: none are given.',
    ),
    weakens: isRaised,
  },
  betStakeMinCoins: whole(1, 1_000_000, 1, 'coins', 'Smallest stake of a bet.'),
  betStakeMaxCoins: whole(1, 1_000_000_000, 10_000, 'coins', 'Largest stake of a bet.'),
  betFeePercent: whole(
    0,
    100,
    5,
    '%',
    'Fee of a new bet, as a share of both stakes, rounded down. The winner pays it.',
  ),
  betReturnHours: whole(
    1,
    720,
    72,
    'hours',
    'How long after kickoff the stakes of a bet without a result are returned.',
  ),
  wordList: words(
    '*fuck* *nigger* ashawo bastard bitch cunt nazi olosho porn rape rapist shit whore',
    'Words that usernames and titles of contests and bets may not have. *word*: also inside longer words.',
  ),
  standbyRequired: {
    ...flag(
      false,
      'Without a synchronous standby of the database, commands that move coins are refused. Off: they are carried out, with a warning.',
    ),
    weakens: (from: boolean, to: boolean) => from && !to,
  },
  roomUpdatesPerSecond: whole(
    1,
    20,
    5,
    'updates a second',
    'The maximum number of updates that a watcher receives from one room.',
  ),
  roomTraceMinutes: whole(
    0,
    60,
    15,
    'minutes',
    'How much of each room’s recent past operators can replay; 0 records nothing.',
  ),
  pushQuietFromHour: whole(0, 23, 22, 'o’clock', 'From when in Lagos push messages that can wait do so.'),
  pushQuietUntilHour: whole(0, 23, 7, 'o’clock', 'Until when they wait, unless the player sets other times.'),
  ...pushSwitches,
  offlineApp: flag(
    true,
    'Whether browsers keep the app’s files, so that it opens without a network, and receive push messages. Off: they remove them at the next visit.',
  ),
} as const;

export type SettingKey = keyof typeof settingDefinitions;
export type SettingValue<Key extends SettingKey> =
  (typeof settingDefinitions)[Key] extends Definition<infer Value> ? Value : never;

export const settingKeys = Object.keys(settingDefinitions) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

/**
 * Returns whether this change of a setting needs a second operator (O3a). Both values have passed the definition's
 * schema.
 */
export function weakensApproval(key: SettingKey, from: unknown, to: unknown): boolean {
  const { weakens } = settingDefinitions[key] as Definition<unknown>;
  return weakens?.(from, to) ?? false;
}

/** Returns the value as operators and their log may see it: of a code only the last characters. */
export function shownSetting(key: SettingKey, value: unknown): unknown {
  if (!isSecretSetting(key) || typeof value !== 'string' || value === '') return value;
  return `••••${value.length < SHORT_CODE ? '' : value.slice(-2)}`;
}

export const isSecretSetting = (key: SettingKey): boolean =>
  (settingDefinitions[key] as Definition<unknown>).isSecret === true;

/** Of a shorter code no character is shown. */
const SHORT_CODE = 6;
