import { formatNumber } from '@copup/shared/coins.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Notification } from '@copup/shared/users.ts';

const coins = (value: unknown) =>
  typeof value === 'number' ? `${formatNumber(value)} ${value === 1 ? 'coin' : 'coins'}` : null;
const text = (value: unknown, otherwise: string) => (typeof value === 'string' && value ? value : otherwise);

const withReason = (sentence: string, { reason }: Notification['details']) =>
  typeof reason === 'string' && reason ? `${sentence} Reason: ${reason}` : sentence;

/** Formats a notification as a sentence. All of its details may be missing. */
export function noticeText({ kind, details }: Notification): string {
  const name = text(details.name ?? details.auction_name, 'an auction');
  const amount = coins(details.amount ?? details.bid_points ?? details.price);
  switch (kind) {
    case 'outbid':
      return amount ? `You were outbid on ${name}. The bid is now ${amount}.` : `You were outbid on ${name}.`;
    case 'won':
      return `You won ${name}. It's in your cart.`;
    case 'lost':
      return `${name} went to another bidder. Your coins are back.`;
    case 'refunded':
      return amount ? `${amount} came back to you from ${name}.` : `Your coins from ${name} are back.`;
    case 'credited':
      return amount ? `${amount} were added to your wallet.` : 'Coins were added to your wallet.';
    case 'received':
      return `${amount ?? 'Coins'} came from ${text(details.name, 'another player')}.`;
    case 'payment':
      return withReason(
        `Your payment for ${amount ?? 'coins'} is ${text(details.status, 'updated').replace('_', ' ')}.`,
        details,
      );
    case 'payout':
      return withReason(
        `Your payout of ${amount ?? 'coins'} is ${text(details.status, 'updated')}.`,
        details,
      );
    case 'trade':
      return withReason(
        `Your trade for ${amount ?? 'coins'} is ${text(details.status, 'updated')}.`,
        details,
      );
    case 'referral':
      return `${text(details.username, 'A player')} joined ${name} through your link.`;
    case 'security':
      return `${text(details.what, 'Your account')} was changed.`;
    case 'order':
      return `Your order ${text(details.name ?? details.auction_name, '')} is ${text(details.status, 'updated')}.`.replace(
        '  ',
        ' ',
      );
  }
}

const pages: Partial<Record<Notification['kind'], string>> = {
  won: paths.cart,
  order: paths.orders,
  received: paths.transactions,
  credited: paths.timeline,
  payment: paths.payments,
  payout: paths.payouts,
  trade: paths.payments,
  referral: paths.affiliate,
  security: paths.sessions,
};

/** Pages of notices about heists, by the kind of subject. */
const heistPages: Readonly<Record<string, typeof pages>> = {
  heist: { won: paths.heistCart },
  'heist-order': { order: paths.heistOrders },
};

/** Returns the page of a notification. */
export function noticePath({ kind, subject_kind, subject_id }: Notification): string | null {
  const page = heistPages[subject_kind]?.[kind] ?? pages[kind];
  if (page) return page;
  return subject_kind === 'auction' ? pathTo(paths.auction, subject_id) : null;
}
