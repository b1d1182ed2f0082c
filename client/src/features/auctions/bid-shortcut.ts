import { useEffect } from 'react';
import { shortcutOf } from '../../lib/shortcuts.ts';

/** The key B moves the focus to Place Bid without pressing it. */
export function useBidShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (shortcutOf(event) === 'b') document.querySelector<HTMLElement>('[data-bid-button]')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
