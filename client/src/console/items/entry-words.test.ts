import type { ItemEntry } from '@copup/shared/item-timeline.ts';
import { expect, it } from 'vitest';
import { capitalized } from '../capitalized.ts';
import { entryWords } from './entry-words.ts';

const entry = (change: Partial<ItemEntry>): ItemEntry => ({
  id: 'a:1',
  at: '2026-11-20T19:34:58.000Z',
  source: 'coins',
  kind: 'bid_hold',
  text: null,
  detail: null,
  user: null,
  amount: null,
  tone: 'plain',
  link: null,
  ...change,
});

it('O1 entries of timelines have words, whatever wrote them', () => {
  expect(entryWords(entry({}))).toBe('Held for a bid');
  expect(entryWords(entry({ source: 'operators', kind: 'order.ship' }))).toBe('Shipped an order');
  expect(entryWords(entry({ source: 'notices', kind: 'outbid' }))).toBe('Notified: outbid');
  expect(entryWords(entry({ source: 'notices', kind: 'order', detail: 'shipped' }))).toBe(
    'Notified about the order: shipped',
  );
  expect(entryWords(entry({ source: 'bids', text: 'Late bid moved the end by 6 s' }))).toBe(
    'Late bid moved the end by 6 s',
  );
  expect(capitalized('joins')).toBe('Joins');
});
