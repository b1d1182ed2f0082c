import { readStored, writeStored } from './stored.ts';

const key = 'shortcuts';

/** Whether the user has left the shortcuts of a single key on. */
export const areShortcutsOn = (): boolean => readStored(key) !== 'off';
export const setShortcuts = (areOn: boolean): void => writeStored(key, areOn ? 'on' : 'off');

/** Returns the character that was pressed as a shortcut, in lower case; null while the user types or has switched shortcuts off. */
export function shortcutOf(event: KeyboardEvent): string | null {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping || !areShortcutsOn())
    return null;
  return event.key.toLowerCase();
}
