import { useEffect, useRef } from 'react';
import { areShortcutsOn } from '../../lib/shortcuts.ts';

/** What each key does on the page of a queue; decisions still need their own button. */
export const queueKeys = {
  j: 'Next item',
  k: 'Previous item',
  a: 'Go to the approval',
  r: 'Go to the rejection',
  '?': 'Show the keys',
} as const;

interface Pressed extends Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> {
  target: unknown;
}

const typed = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Returns which of the keys was pressed; undefined while the operator types. */
export function pressedOf<Key extends string>(
  keys: Readonly<Record<Key, string>>,
  { key, ctrlKey, metaKey, altKey, target }: Pressed,
): Key | undefined {
  const { tagName = '', type, isContentEditable } = target as Partial<HTMLInputElement>;
  const isChoice = type === 'radio' || type === 'checkbox';
  if (ctrlKey || metaKey || altKey || isContentEditable || (typed.includes(tagName) && !isChoice))
    return undefined;
  const pressed = key.toLowerCase();
  return Object.hasOwn(keys, pressed) ? (pressed as Key) : undefined;
}

/** Calls `onKey` for the keys of a page, unless a dialog is open or the operator switched shortcuts off. */
export function usePageKeys<Key extends string>(
  keys: Readonly<Record<Key, string>>,
  onKey: (key: Key) => void,
): void {
  const call = useRef(onKey);
  useEffect(() => {
    call.current = onKey;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = pressedOf(keys, event);
      if (!key || !areShortcutsOn() || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      call.current(key);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [keys]);
}
