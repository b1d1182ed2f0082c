import type { WeakerIf } from '@copup/shared/setting-words.ts';
import { z } from 'zod';

/** What operators read of a setting. */
interface SettingText {
  /** The name in words. */
  name: string;
  /** The id of the rule in docs/rules.md. */
  rule: string;
  /** What it does, as in `SettingWords`. */
  effect: string;
  effectOff?: string;
  /** Whether a change needs a second operator itself (O3a). */
  weakerIf?: WeakerIf;
  /** Whether it is a code, which is never shown in full. */
  isSecret?: boolean;
}

export interface Definition<Value> extends SettingText {
  schema: z.ZodType<Value>;
  defaultValue: Value;
  unit: string;
}

export const whole = (
  min: number,
  max: number,
  defaultValue: number,
  unit: string,
  text: SettingText,
): Definition<number> => {
  const error = `A whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  return { schema: z.int(error).min(min, error).max(max, error), defaultValue, unit, ...text };
};

export const flag = (
  defaultValue: boolean,
  text: SettingText & { effectOff: string },
): Definition<boolean> => ({
  schema: z.boolean('On or off'),
  defaultValue,
  unit: '',
  ...text,
});

export const line = (max: number, text: SettingText & { effectOff: string }): Definition<string> => {
  const error = `At most ${max} characters`;
  return { schema: z.string(error).trim().max(max, error), defaultValue: '', unit: '', ...text };
};

const wordsRule = 'Words of a to z with spaces between them; *word* is also found inside longer words';
export const words = (defaultValue: string, text: SettingText): Definition<string> => ({
  schema: z
    .string(wordsRule)
    .max(5_000, wordsRule)
    .regex(/^\s*((\*[a-z]+\*|[a-z]+)(\s+|$))*$/, wordsRule),
  defaultValue,
  unit: '',
  ...text,
});
