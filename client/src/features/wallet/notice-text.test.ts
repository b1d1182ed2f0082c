import { noticePath } from '@copup/shared/notice-path.ts';
import type { Notification } from '@copup/shared/users.ts';
import { describe, expect, it, vi } from 'vitest';
import { noticeParts, noticeText } from './notice-text.ts';

const notice = (kind: Notification['kind'], details: Notification['details'] = {}): Notification => ({
  id: '0',
  kind,
  subject_kind: 'auction',
  subject_id: '1001',
  details,
  created_at: '2025-01-01T00:00:00.000Z',
  read: false,
  needs_you: false,
});

describe('W6 notifications as sentences', () => {
  it.each([
    [notice('outbid', { name: 'A TV', price: 1200 }), 'You were outbid on A TV. The bid is now 1,200 coins.'],
    [
      notice('refunded', { name: 'מכונית', amount: 100 }),
      '100 coins came back to you from \u2068מכונית\u2069.',
    ],
    [notice('outbid'), 'You were outbid on an auction.'],
    [
      notice('outbid', { name: 'A TV', price: 1205, maximum: 1200 }),
      'Your maximum of 1,200 coins on A TV was passed. The bid is now 1,205 coins.',
    ],
    [notice('won', { name: 'A TV' }), 'You won A TV. It’s in your cart.'],
    [
      notice('corrected', {
        name: 'A radio',
        fields: [{ field: 'name', before: 'A TV', after: 'A radio' }, { field: 'image' }],
      }),
      'A radio was corrected: its name was “A TV” and is now “A radio”; it has a new picture. You can leave with a refund until the first bid.',
    ],
    [
      notice('extended', { name: 'A TV', after: '2025-01-02T12:00:00.000Z', reason: 'An outage' }),
      expect.stringMatching(/^A TV now ends at .*2 Jan.*\. Reason: An outage$/),
    ],
    [
      notice('refunded', { name: 'A TV', bid_points: 30, reason: 'Wrong price', copy_id: 1002 }),
      'A TV was cancelled and opened again, corrected. 30 coins came back to you. You are invited. Reason: Wrong price',
    ],
    [
      notice('refunded', { name: 'A TV', bid_points: 0, copy_id: 1002 }),
      'A TV was cancelled and opened again, corrected. You are invited.',
    ],
    [notice('extended', { name: 'A TV' }), 'A TV now ends later.'],
    [notice('refunded', { name: 'A TV', amount: 1 }), '1 coin came back to you from A TV.'],
    [notice('credited', { amount: 500 }), '500 coins were added to your wallet.'],
    [
      notice('payment', { status: 'returned', amount: 41 }),
      '41 coins of a reversed payment came back to you.',
    ],
    [notice('order', { status: 'shipped' }), 'Your order was shipped.'],
    [notice('payment', { status: 'expired', amount: 9 }), 'Your payment for 9 coins has expired.'],
    [
      notice('payment', { status: 'underpaid', amount: 100, arrived: 9_000, missing: 900, back: 0 }),
      '₦9,000 arrived for your payment for 100 coins. ₦900 is missing: choose whether you send it or get your money back.',
    ],
    [
      notice('payment', { status: 'pending', amount: 100, arrived: 12_000, missing: 0, back: 2_100 }),
      '₦12,000 arrived for your payment for 100 coins. We check it, then the coins are in your wallet. ₦2,100 more than the price goes back to the account it came from.',
    ],
    [
      notice('payment', { status: 'approved', amount: 100, arrived: 9_900, missing: 0, back: 0 }),
      'Your payment for 100 coins was approved.',
    ],
    [
      notice('payment', { status: 'returning', amount: 100, arrived: 9_000, missing: 900, back: 9_000 }),
      '₦9,000 of your payment for 100 coins goes back to the account it came from.',
    ],
    [
      notice('payment', { status: 'returned', amount: 100, sent: 9_000 }),
      '₦9,000 of your payment for 100 coins was sent back to the account it came from.',
    ],
    [notice('payout', { status: 'paid', amount: 9 }), 'Your payout of 9 coins was paid.'],
    [notice('trade', { status: 'pending', amount: 9 }), 'Your trade for 9 coins is pending.'],
    [notice('received', { name: 'tunde', amount: 5 }), '5 coins came from tunde.'],
    [
      notice('payout', { amount: 20, status: 'rejected', reason: 'Other name' }),
      'Your payout of 20 coins was rejected. Reason: Other name',
    ],
    [notice('security', { what: 'Your PIN' }), 'Your PIN was changed.'],
    [
      notice('security', { event: 'signed_in', device: 'Chrome on Android', network: '203.0.113.0/24' }),
      'Chrome on Android signed in to your account. Was it not you? End that sign-in.',
    ],
    [
      notice('security', {
        what: 'Your username',
        event: 'renamed',
        from: 'rude',
        to: 'kind',
        reason: 'Rude',
      }),
      'An operator changed your username from rude to kind. Reason: Rude',
    ],
    [
      notice('security', { event: 'suspended', reason: 'Two accounts' }),
      'Your account is suspended. Reason: Two accounts',
    ],
    [notice('security', { event: 'suspension_ended' }), 'Your account is no longer suspended.'],
    [notice('lost', { name: 7 }), 'an auction went to another bidder. Your coins are back.'],
  ])('%#', (each, text) => {
    expect(noticeText(each)).toEqual(text);
  });

  it('have a first sentence, which ends behind a name with a full stop', () => {
    expect(noticeParts(notice('won', { name: 'St. Mary radio' }))).toEqual([
      'You won St. Mary radio.',
      'It’s in your cart.',
    ]);
    expect(noticeParts(notice('security', { what: 'Your PIN' }))).toEqual(['Your PIN was changed.', '']);
  });

  it('H4 H8 tell where the prize of a heist is, and link to it', () => {
    const heist = (kind: Notification['kind'], details: Notification['details'] = {}) => ({
      ...notice(kind, { name: 'Night Run', ...details }),
      subject_kind: 'heist',
      subject_id: '7',
    });
    const product = heist('won', { category: 'product', prize_name: 'A console' });
    const cash = heist('won', { category: 'cash', prize: 6_500, bonus: 500 });
    expect(noticeText(product)).toBe('You cracked Night Run. A console is in your heist cart.');
    expect(noticePath(product)).toBe('/cart-heist');
    expect(noticeText(cash)).toBe(
      'You cracked Night Run. 6,500 coins (500 of them bonus) are in your wallet.',
    );
    expect(noticePath(cash)).toBe('/heist/7');
    const starting = heist('starting', { moment: 'soon', starts_at: '2025-01-01T12:00:00.000Z' });
    expect(noticeText(starting)).toMatch(/^Night Run starts at .*00.*\. You have a ticket\.$/);
    expect(noticeText(heist('starting', { moment: 'start' }))).toBe(
      'Night Run has started. Answer before it ends.',
    );
    expect(noticePath(starting)).toBe('/heist/7');
    expect(noticeText(heist('lost'))).toBe('Night Run is over. Another player won.');
    expect(noticePath(heist('lost'))).toBe('/heist/7');
    const refunded = heist('refunded', { bid_points: 120, reason: 'No answer was correct.' });
    expect(noticeText(refunded)).toBe(
      '120 coins came back to you from Night Run. Reason: No answer was correct.',
    );
    expect(noticePath(refunded)).toBe('/heist/7');
    expect(noticePath(heist('refunded', { copy_id: 8 }))).toBe('/heist/8');
    expect(noticePath(heist('extended'))).toBe('/heist/7');
  });

  it('C1 tell that the prize of a contest is in the wallet, not in the cart, and that a fee stays spent', () => {
    const contest = (kind: Notification['kind'], details: Notification['details'] = {}) => ({
      ...notice(kind, { name: 'Tap-Off', contest: 'tap', ...details }),
      subject_kind: 'contest',
      subject_id: '7',
    });
    expect(noticeText(contest('won', { prize: 2_500, bonus: 0 }))).toBe(
      'You won Tap-Off. 2,500 coins are in your wallet.',
    );
    expect(noticePath(contest('won'))).toBe('/contest/7');
    expect(noticePath(contest('refunded', { copy_id: 8 }))).toBe('/contest/8');
    expect(noticePath(contest('extended'))).toBe('/contest/7');
    expect(noticeText(contest('lost'))).toBe('Tap-Off is over. Another player won.');
    expect(noticePath(contest('lost', { contest: 'math' }))).toBe('/math-game/7');
  });

  it('show an unknown kind of a newer server as such, and report it once', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const newer = { ...notice('won'), kind: 'gift' as Notification['kind'] };
    for (let times = 0; times < 2; times += 1) expect(noticeText(newer)).toBe('Update the app to read this.');
    expect(noticePath(newer)).toBe('/auction/1001');
    expect(report.mock.calls).toEqual([['This version does not know the notification gift.']]);
    report.mockRestore();
  });

  it('links to the cart, the orders or the auction', () => {
    expect(noticePath(notice('won'))).toBe('/cart');
    expect(noticePath(notice('order'))).toBe('/orders');
    expect(noticePath(notice('outbid'))).toBe('/auction/1001');
    expect(noticePath(notice('payout'))).toBe('/payout-history');
    expect(noticePath(notice('received'))).toBe('/transaction');
    expect(noticePath({ ...notice('refunded'), subject_kind: 'contest' })).toBeNull();
    expect(noticePath({ ...notice('refunded'), subject_kind: 'trade' })).toBeNull();
  });
});
