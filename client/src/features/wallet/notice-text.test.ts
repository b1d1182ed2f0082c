import type { Notification } from '@copup/shared/users.ts';
import { describe, expect, it } from 'vitest';
import { noticePath, noticeText } from './notice-text.ts';

const notice = (kind: Notification['kind'], details: Notification['details'] = {}): Notification => ({
  id: '0',
  kind,
  subject_kind: 'auction',
  subject_id: '1001',
  details,
  created_at: '2025-01-01T00:00:00.000Z',
  read: false,
});

describe('W6 notifications as sentences', () => {
  it.each([
    [notice('outbid', { name: 'A TV', price: 1200 }), 'You were outbid on A TV. The bid is now 1,200 coins.'],
    [notice('outbid'), 'You were outbid on an auction.'],
    [notice('won', { name: 'A TV' }), "You won A TV. It's in your cart."],
    [notice('refunded', { name: 'A TV', amount: 1 }), '1 coin came back to you from A TV.'],
    [notice('credited', { amount: 500 }), '500 coins were added to your wallet.'],
    [notice('order', { status: 'shipped' }), 'Your order is shipped.'],
    [notice('received', { name: 'tunde', amount: 5 }), '5 coins came from tunde.'],
    [
      notice('payout', { amount: 20, status: 'rejected', reason: 'Other name' }),
      'Your payout of 20 coins is rejected. Reason: Other name',
    ],
    [notice('security', { what: 'Your PIN' }), 'Your PIN was changed.'],
    [notice('lost', { name: 7 }), 'an auction went to another bidder. Your coins are back.'],
  ])('%#', (each, text) => {
    expect(noticeText(each)).toBe(text);
  });

  it('links to the cart, the orders or the auction', () => {
    expect(noticePath(notice('won'))).toBe('/cart');
    expect(noticePath(notice('order'))).toBe('/orders');
    expect(noticePath(notice('outbid'))).toBe('/auction/1001');
    expect(noticePath(notice('payout'))).toBe('/payout-history');
    expect(noticePath(notice('received'))).toBe('/transaction');
    expect(noticePath({ ...notice('refunded'), subject_kind: 'contest' })).toBeNull();
  });
});
