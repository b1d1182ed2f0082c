import type { Setting } from '@copup/shared/admin.ts';

interface Wanted {
  text?: string | undefined;
  group?: string | undefined;
  /** “changed”: those that have another value than the default. */
  which?: string | undefined;
}

/** Of a code only the end is known: one that is set is not the default. */
export const isDefault = ({ value, default_value }: Setting): boolean => value === default_value;

/** Returns the settings with all words of the text in name, id, rule, group or description. */
export function findSettings(settings: readonly Setting[], { text = '', group, which }: Wanted): Setting[] {
  const words = text.toLowerCase().split(/\s+/);
  return settings.filter((setting) => {
    if ((group && setting.group !== group) || (which === 'changed' && isDefault(setting))) return false;
    const { id, name, rule, description } = setting;
    const all = [id, name, rule, setting.group, description].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
