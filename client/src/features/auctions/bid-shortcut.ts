import { useEffect } from 'react';

/** The key B moves the focus to Place Bid without pressing it. */
export function useBidShortcut(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key.toLowerCase() !== 'b' || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return;
      document.querySelector<HTMLElement>('[data-bid-button]')?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
