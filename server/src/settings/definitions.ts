import { type SwitchedPushKind, switchedPushKinds } from '@copup/shared/push.ts';
import { weakens } from '@copup/shared/setting-words.ts';
import { type Definition, flag, whole } from './define-setting.ts';
import { guardSettings } from './guard-settings.ts';
import { moneySettings } from './money-settings.ts';
import { playSettings } from './play-settings.ts';

/** One switch for each kind of push messages but those about security (W23). */
export type PushSwitch = `push${Capitalize<SwitchedPushKind>}`;
export const pushSwitchOf = (kind: SwitchedPushKind) =>
  `push${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}` as PushSwitch;
const pushSwitches = Object.fromEntries(
  switchedPushKinds.map((kind) => [
    pushSwitchOf(kind),
    flag(true, {
      name: `Push messages: ${kind}`,
      rule: 'W23',
      effect: `Push messages of the kind “${kind}” are sent`,
      effectOff: `Push messages of the kind “${kind}” are not sent`,
    }),
  ]),
) as Record<PushSwitch, Definition<boolean>>;

/** All settings that operators may change while the server runs, by their group on the operators' page. */
const settingGroups = {
  ...playSettings,
  ...moneySettings,
  ...guardSettings,
  'Push messages': {
    pushQuietFromHour: whole(0, 23, 22, 'o’clock', {
      name: 'Quiet hours: begin',
      rule: 'W23',
      effect: 'Push messages that can wait do so in Lagos from {}',
    }),
    pushQuietUntilHour: whole(0, 23, 7, 'o’clock', {
      name: 'Quiet hours: end',
      rule: 'W23',
      effect: 'Push messages that can wait do so, unless the player sets other times, until {}',
    }),
    ...pushSwitches,
  },
} as const;

type Groups = typeof settingGroups;
type Merged<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Definitions = Merged<Groups[keyof Groups]>;

/** The same without groups. A key without a row has its default. */
export const settingDefinitions = Object.assign({}, ...Object.values(settingGroups)) as Definitions;

export type SettingKey = keyof Definitions;
export type SettingValue<Key extends SettingKey> =
  Definitions[Key] extends Definition<infer Value> ? Value : never;

export const settingKeys = Object.keys(settingDefinitions) as SettingKey[];
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingDefinitions, key);

const groupOf = new Map(
  Object.entries(settingGroups).flatMap(([group, keys]) => Object.keys(keys).map((key) => [key, group])),
);

/** Returns what operators read of a setting. */
export function settingText(key: SettingKey) {
  const { name, rule, unit, effect, effectOff, weakerIf, isSecret } = settingDefinitions[
    key
  ] as Definition<unknown>;
  return {
    name,
    group: groupOf.get(key) ?? '',
    ...{ rule, unit, effect },
    effect_off: effectOff ?? null,
    weaker_if: weakerIf ?? null,
    is_secret: isSecret ?? false,
  };
}

/**
 * Returns whether this change of a setting needs a second operator (O3a). Both values have passed the definition's
 * schema.
 */
export const weakensApproval = (key: SettingKey, from: unknown, to: unknown): boolean =>
  weakens(settingText(key).weaker_if, from, to);

/** Returns the value as operators and their log may see it: of a code only the last characters. */
export function shownSetting(key: SettingKey, value: unknown): unknown {
  if (!settingText(key).is_secret || typeof value !== 'string' || value === '') return value;
  return `••••${value.length < SHORT_CODE ? '' : value.slice(-2)}`;
}

/** Of a shorter code no character is shown. */
const SHORT_CODE = 6;
