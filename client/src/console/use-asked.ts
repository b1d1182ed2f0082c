import { useChoices } from '../lib/use-choices.ts';

/**
 * The dialog that the address asks for with `?do=`, so that the palette and links open it. An address only opens a dialog:
 * what it does is confirmed there.
 */
export function useAsked(): [asked: string | null, ask: (name: string | null) => void] {
  const [choices, change] = useChoices();
  const ask = (name: string | null) =>
    change((before) => {
      const after = new URLSearchParams(before);
      if (name === null) after.delete('do');
      else after.set('do', name);
      return after;
    });
  return [choices.get('do'), ask];
}
