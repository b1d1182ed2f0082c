import type { ReceiptKeys } from '@copup/shared/receipts.ts';
import { call } from '../../lib/calls.ts';
import { readStoredJson, writeStored } from '../../lib/stored.ts';

const stored = 'receipt_keys';
const isKeys = (value: unknown): value is ReceiptKeys =>
  Array.isArray((value as ReceiptKeys | null)?.keys) &&
  (value as ReceiptKeys).keys.every(({ kid, x }) => typeof kid === 'string' && typeof x === 'string');

/** Reads the keys that sign receipts, and keeps them for a check without a network. */
export async function readReceiptKeys(): Promise<ReceiptKeys['keys']> {
  try {
    const read: unknown = await (await fetch('/.well-known/copup-receipts.json')).json();
    if (isKeys(read)) writeStored(stored, JSON.stringify(read));
  } catch {
    // Offline: those of the last visit.
  }
  return readStoredJson(stored, isKeys)?.keys ?? [];
}

export const readReceipt = (code: string, sealed: string | undefined) =>
  call('GET /receipts/:code', { params: { code }, query: { sealed } });
