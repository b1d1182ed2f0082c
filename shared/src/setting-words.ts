import { formatNumber } from './coins.ts';

/** What is declared of a setting beside its value: enough to describe a change before it is saved. */
interface SettingWords {
  readonly unit: string;
  /** What the setting does, without its full stop; “{}” is the value with its unit. */
  readonly effect: string;
  /** Instead of it for a value that is off: off, 0 or an empty text. */
  readonly effect_off: string | null;
}

const size = (value: unknown) => Number(value);

/** Which changes weaken a guard or redirect money, and so need a second operator themselves (O3a). */
const weakenings = {
  raised: (from: unknown, to: unknown) => size(to) > size(from),
  lowered: (from: unknown, to: unknown) => size(to) < size(from),
  changed: (from: unknown, to: unknown) => to !== from,
  off: (from: unknown, to: unknown) => from === true && to === false,
  on: (from: unknown, to: unknown) => from === false && to === true,
  /** Of a rate in task coins for one coin, of which 0 is off. */
  cheaper: (from: unknown, to: unknown) => to !== 0 && (from === 0 || size(to) < size(from)),
};
export type WeakerIf = keyof typeof weakenings;
export const weakerIfs = Object.keys(weakenings) as [WeakerIf, ...WeakerIf[]];

export const weakens = (weakerIf: WeakerIf | null, from: unknown, to: unknown): boolean =>
  weakerIf !== null && weakenings[weakerIf](from, to);

/** Returns a value with its unit: "20 coins", "1 hour", "5%", "on", "none". */
export function settingValue(value: unknown, unit: string): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'number') return value === '' ? 'none' : `“${String(value)}”`;
  if (unit === '%') return `${formatNumber(value)}%`;
  return `${formatNumber(value)} ${value === 1 ? unit.replace(/s\b/, '') : unit}`;
}

/** Returns what a setting does with this value, without a full stop. */
export function settingEffect({ unit, effect, effect_off }: SettingWords, value: unknown): string {
  if (effect_off !== null && (value === false || value === 0 || value === '')) return effect_off;
  return effect.replace('{}', () => settingValue(value, unit));
}

/** Returns what a change does: "A mailed code is valid for 20 minutes, was 10". */
export function settingChange(words: SettingWords, from: unknown, to: unknown): string {
  const before = typeof from === 'number' ? formatNumber(from) : settingValue(from, words.unit);
  return `${settingEffect(words, to)}, was ${before}`;
}
