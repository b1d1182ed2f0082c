import type { ItemEntry } from '@copup/shared/item-timeline.ts';
import { transferTitle } from '../../balance/entry-words.ts';
import { actionWords } from '../action-words.ts';

const notices: Readonly<Record<string, string>> = {
  outbid: 'Notified: outbid',
  won: 'Notified: won',
  lost: 'Notified: lost',
  refunded: 'Notified: refunded',
  credited: 'Notified: coins credited',
};

/** Returns an entry in words: "Held for a bid", "Shipped an order", "Notified: outbid". */
export function entryWords({ source, kind, text, detail }: ItemEntry): string {
  if (text !== null) return text;
  if (source === 'operators') return actionWords(kind);
  if (source === 'coins') return transferTitle(kind);
  return notices[kind] ?? `Notified about the ${kind}${detail ? `: ${detail}` : ''}`;
}

/** Returns the line below: the user, what was entered, and the item. */
export function entrySubLine({ source, text, detail }: ItemEntry): string | null {
  // A notice has its detail in the words.
  return source === 'notices' && text === null ? null : detail;
}
