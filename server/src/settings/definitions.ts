import { z } from 'zod';

interface Definition<Value> {
  schema: z.ZodType<Value>;
  defaultValue: Value;
  unit: string;
  description: string;
  /** O3a: whether the change weakens the rule of two operators, and so needs a second one itself. */
  weakens?: (from: Value, to: Value) => boolean;
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

const isRaised = (from: number, to: number) => to > from;
const isLowered = (from: number, to: number) => to < from;

/** Every figure that operators may change while the server runs. A key without a row has its default. */
export const settingDefinitions = {
  oneTimeCodeMinutes: whole(1, 60, 10, 'minutes', 'How long a mailed code counts.'),
  oneTimeCodeResendSeconds: whole(10, 3_600, 60, 'seconds', 'When a new code may be asked for.'),
  sessionHours: whole(1, 720, 24, 'hours', 'How long a sign-in lasts without renewal.'),
  sessionDays: whole(1, 365, 30, 'days', 'When a sign-in ends, renewed or not.'),
  idempotencyKeyDays: whole(1, 90, 7, 'days', 'How long first replies are kept for repeated commands.'),
  secondOperatorAboveCoins: {
    ...whole(
      0,
      1_000_000_000,
      10_000,
      'coins',
      'What one operator may move alone, and one wallet receive that way, in 24 hours. Above it a second operator approves.',
    ),
    weakens: isRaised,
  },
  newOperatorWaitHours: {
    ...whole(0, 720, 24, 'hours', 'How long a new operator may not approve requests.'),
    weakens: isLowered,
  },
  secondFactorRequired: {
    ...flag(false, 'In production, operators without a second factor can only enrol one.'),
    weakens: (from: boolean, to: boolean) => from && !to,
  },
  reauthenticateAfterMinutes: {
    ...whole(
      1,
      1_440,
      10,
      'minutes',
      'When operators are asked again for the password or the second factor.',
    ),
    weakens: isRaised,
  },
  bidIncrement: whole(
    1,
    1_000_000_000,
    1,
    'coins',
    'What a bid adds to the price, where an auction does not say.',
  ),
  lateBidSeconds: whole(0, 600, 10, 'seconds', 'A bid this close to the end moves it to this far from then.'),
  auctionOvertimeS: whole(0, 86_400, 900, 'seconds', 'How far bids may move the end of a new auction.'),
  affiliateRewardPercent: whole(
    0,
    100,
    50,
    '%',
    'Largest affiliate reward of an auction, as a share of the target × the entry fee.',
  ),
  roomUpdatesPerSecond: whole(1, 20, 5, 'updates a second', 'What a watcher gets of one room at most.'),
} as const;

export type SettingKey = keyof typeof settingDefinitions;
export type SettingValue<Key extends SettingKey> =
  (typeof settingDefinitions)[Key] extends Definition<infer Value> ? Value : never;

export const settingKeys = Object.keys(settingDefinitions) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

/** O3a: whether this change of a setting needs a second operator. Both values have passed the definition's schema. */
export function weakensApproval(key: SettingKey, from: unknown, to: unknown): boolean {
  const { weakens } = settingDefinitions[key] as Definition<unknown>;
  return weakens?.(from, to) ?? false;
}
