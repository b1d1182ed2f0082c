import { BIDDING_NAIRA_PER_COIN, formatNaira, formatPrice, inCoins, toNaira } from './coins.ts';
import { isolate } from './isolate.ts';
import type { ReceiptContent, ReceiptKind, ReceiptStatus } from './sealed-receipt.ts';

const lagos = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', hour12: true, ...options });
const dayAndTime = lagos({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const seconds = lagos({ hour: 'numeric', minute: '2-digit', second: '2-digit' });

/** "23 Nov 2026, 8:31 pm", in Lagos. */
export const lagosMoment = (iso: string): string => dayAndTime.format(new Date(iso));
/** "8:31:06 pm", in Lagos. */
export const lagosSeconds = (iso: string): string => seconds.format(new Date(iso));

export const statusNames: Readonly<Record<ReceiptStatus, string>> = {
  pending: 'Pending',
  final: 'Final',
  reversed: 'Reversed',
};

const paidMoney = {
  pending: 'The money is not confirmed yet. Don’t hand anything over.',
  final: 'The money arrived, and the coins are in the wallet.',
};
const meanings: Readonly<Record<ReceiptKind, Readonly<Record<'pending' | 'final', string>>>> = {
  send: { pending: '', final: 'The coins arrived and stay there.' },
  purchase: paidMoney,
  card: paidMoney,
  trade: paidMoney,
  payout: {
    pending: 'The money has not left yet. Don’t hand anything over.',
    final: 'The money was sent to the bank.',
  },
  win: { pending: '', final: 'Won, and paid for.' },
  bet: { pending: 'The bet is not decided yet.', final: 'The bet is decided.' },
  ticket: { pending: '', final: 'The ticket is paid for.' },
};

/** Says what the status means for someone who was shown the receipt. */
export function meaningOf({ kind, status }: ReceiptContent, statusAt: string | null): string {
  if (status !== 'reversed') return meanings[kind][status];
  return `Taken back${statusAt === null ? '' : ` on ${lagosMoment(statusAt)}`}. It no longer counts.`;
}

/** Naira lead where money moved, else coins: a send is never an amount of money. */
export const amountOf = ({ kobo, coins }: Pick<ReceiptContent, 'kobo' | 'coins'>): string =>
  kobo === null ? inCoins(coins) : formatPrice(toNaira(kobo));

/** What the amount was for. */
export function purposeOf({ kind, coins, what }: ReceiptContent): string {
  const sentences: Readonly<Record<ReceiptKind, string>> = {
    send: `sent, bid value at ₦${BIDDING_NAIRA_PER_COIN}: ${formatNaira(coins * BIDDING_NAIRA_PER_COIN)}`,
    purchase: `for ${inCoins(coins)}, by bank transfer`,
    card: `for ${inCoins(coins)}, by card`,
    payout: `for ${inCoins(coins)}, a payout to ${isolate(what)}`,
    trade: `for ${inCoins(coins)}, from a trader`,
    win: `paid for ${isolate(what)}`,
    bet: `staked on ${isolate(what)}`,
    ticket: `for a ticket of ${isolate(what)}`,
  };
  return sentences[kind];
}
