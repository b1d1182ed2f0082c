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
export type QueueKey = keyof typeof queueKeys;

interface Pressed extends Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> {
  target: unknown;
}

const typed = ['INPUT', 'TEXTAREA', 'SELECT'];

/** Returns the key of the queue that was pressed; undefined while the operator types. */
export function queueKeyOf({ key, ctrlKey, metaKey, altKey, target }: Pressed): QueueKey | undefined {
  const { tagName = '', type, isContentEditable } = target as Partial<HTMLInputElement>;
  const isChoice = type === 'radio' || type === 'checkbox';
  if (ctrlKey || metaKey || altKey || isContentEditable || (typed.includes(tagName) && !isChoice))
    return undefined;
  const pressed = key.toLowerCase();
  return Object.hasOwn(queueKeys, pressed) ? (pressed as QueueKey) : undefined;
}

/** Calls `onKey` for the keys of a queue, unless a dialog is open or the operator switched shortcuts off. */
export function useQueueKeys(onKey: (key: QueueKey) => void): void {
  const call = useRef(onKey);
  useEffect(() => {
    call.current = onKey;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = queueKeyOf(event);
      if (!key || !areShortcutsOn() || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      call.current(key);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
