import { inCoins } from '@copup/shared/coins.ts';
import type { PaymentHistoryItem } from '@copup/shared/shop.ts';
import { useEffect, useRef, useState } from 'react';
import { statusText } from './payment-status.ts';

/** Returns the sentence for screen readers about the last payment whose status changed while the page was open. */
export function useAnnouncedChanges(items: readonly PaymentHistoryItem[] | undefined): string {
  const known = useRef<Map<string, PaymentHistoryItem['status']>>(new Map());
  const [text, setText] = useState('');
  useEffect(() => {
    if (!items) return;
    const changed = items.find(({ id, status }) => (known.current.get(id) ?? status) !== status);
    known.current = new Map(items.map(({ id, status }) => [id, status]));
    if (changed) {
      setText(`The payment for ${inCoins(changed.bid_points)} is ${statusText(changed.status)}.`);
    }
  }, [items]);
  return text;
}
