import type { ReceiptRead } from '@copup/shared/receipts.ts';
import { useEffect, useRef } from 'react';

/** Follows the status in our books while the receipt is shown (W22). */
export function useFollowed(books: ReceiptRead | undefined, onChange: () => void): void {
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (!books) return;
    const source = new EventSource(`/r/${books.code}/live?status=${books.status}`);
    source.onmessage = () => {
      source.close();
      change.current();
    };
    return () => source.close();
  }, [books]);
}
