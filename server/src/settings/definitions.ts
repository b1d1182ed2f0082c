import { z } from 'zod';

interface Definition<Value> {
  schema: z.ZodType<Value>;
  defaultValue: Value;
  unit: string;
  description: string;
}

const whole = (
  min: number,
  max: number,
  defaultValue: number,
  unit: string,
  description: string,
): Definition<number> => ({
  schema: z.int().min(min).max(max),
  defaultValue,
  unit,
  description,
});

/** Every figure that operators may change while the server runs. A key without a row has its default. */
export const settingDefinitions = {
  oneTimeCodeMinutes: whole(1, 60, 10, 'minutes', 'How long a mailed code counts (S1).'),
  oneTimeCodeResendSeconds: whole(10, 3_600, 60, 'seconds', 'When a new code may be asked for (S1).'),
  sessionHours: whole(1, 720, 24, 'hours', 'How long a sign-in lasts without renewal (S3).'),
  idempotencyKeyDays: whole(1, 90, 7, 'days', 'How long first replies are kept for repeated commands (P6).'),
  secondOperatorAboveCoins: whole(
    0,
    1_000_000_000,
    10_000,
    'coins',
    'A larger adjustment needs a second operator (O3).',
  ),
  bidIncrement: whole(
    1,
    1_000_000_000,
    1,
    'coins',
    'What a bid adds to the price, where an auction does not say (A3).',
  ),
  lateBidSeconds: whole(
    0,
    600,
    10,
    'seconds',
    'A bid this close to the end moves it to this far from then (A5).',
  ),
  auctionOvertimeS: whole(0, 86_400, 900, 'seconds', 'How far bids may move the end of a new auction (A5).'),
  roomUpdatesPerSecond: whole(1, 20, 5, 'updates a second', 'What a watcher gets of one room at most (A9).'),
} as const;

export type SettingKey = keyof typeof settingDefinitions;
export type SettingValue<Key extends SettingKey> =
  (typeof settingDefinitions)[Key] extends Definition<infer Value> ? Value : never;

export const settingKeys = Object.keys(settingDefinitions) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);
