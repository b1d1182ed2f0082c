import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { findLiveSubject } from '@copup/shared/live-subjects.ts';
import type { PushKind } from '@copup/shared/push.ts';
import { lagosTime } from '../../lagos-time.ts';
import type { ClaimedMessage } from './push-queue.ts';

export interface PushText {
  title: string;
  body: string;
  button: string | null;
}

/** Push services accept about 4,000 bytes. */
const LONGEST_NAME = 120;

/**
 * Writes a message as a locked screen may show it (W23): amounts only if the player allows them; never a balance, the
 * PIN or a limit.
 */
export function pushText(
  kind: PushKind | 'test',
  message: Pick<ClaimedMessage, 'kind' | 'subjectKind' | 'details' | 'showsAmounts'>,
): PushText {
  const { details } = message;
  const subject = findLiveSubject(message.subjectKind);
  const name = nameOf(details, subject?.noun ?? 'it');
  const amount = message.showsAmounts ? coinsOf(details) : undefined;
  const text = (title: string, body: string, button: string | null = null) => ({ title, body, button });
  switch (kind) {
    case 'outbid':
      return text('You were outbid', `${name}${amount ? `: the bid is now ${amount}` : ''}`, 'Bid again');
    case 'ending':
      return text('Ends soon', `${name}, on your watchlist, ends at ${timeOf(details.ends_at)}`, 'Open');
    case 'starting':
      return text(
        'Starts soon',
        `${name} starts at ${timeOf(details.starts_at)}. You have a ticket.`,
        'Open',
      );
    case 'question':
      return text('The question is open', `${name}: answer before ${timeOf(details.ends_at)}`, 'Answer');
    case 'won': {
      const prize = subject?.won(details).prize;
      return text('You won', `${name}. ${prize ?? `${amount ?? 'Your prize'} came to your wallet.`}`);
    }
    case 'lost':
      return text('You did not win', `${name} ${subject?.lost ?? 'is over. Another player won.'}`);
    case 'coins':
      return text('Coins received', coinsText(message, amount));
    case 'payment':
    case 'payout':
      return text(`Your ${kind} ${statusText(details)}`, amount ?? `Open Copup to see the ${kind}.`);
    case 'decision': {
      const noun = message.kind === 'trade' ? 'trade' : 'task';
      const of =
        noun === 'task' && typeof details.name === 'string' ? name : `Open Copup to see the ${noun}.`;
      return text(`Your ${noun} ${statusText(details)}`, of);
    }
    case 'security':
      if (details.event === 'signed_in') {
        const device = cut(details.device) ?? 'An unknown device';
        return text('New sign-in', `${isolate(device)}. Was it not you? End it.`, 'Check');
      }
      if (details.event === 'suspended')
        return text('Your account is suspended', 'Read the reason and answer.');
      if (details.event === 'suspension_ended')
        return text('Your account is no longer suspended', 'Welcome back.');
      return text('Your account was changed', 'Was it not you? End your other sign-ins.', 'Check');
    case 'test':
      return text('Copup can reach you here', 'You are told here when you are outbid.');
  }
}

const cut = (value: unknown) =>
  typeof value === 'string' && value ? value.slice(0, LONGEST_NAME) : undefined;
const nameOf = ({ name, auction_name }: Record<string, unknown>, otherwise: string): string => {
  const given = cut(name ?? auction_name);
  return given === undefined ? otherwise : isolate(given);
};

function coinsOf({ amount, bid_points, price, prize }: Record<string, unknown>): string | undefined {
  const coins = amount ?? bid_points ?? price ?? prize;
  return typeof coins === 'number' ? inCoins(coins) : undefined;
}

function coinsText(
  { kind, details }: Pick<ClaimedMessage, 'kind' | 'details'>,
  amount: string | undefined,
): string {
  const coins = amount ?? 'Coins';
  if (kind === 'received') return `${coins} came from ${nameOf(details, 'another player')}`;
  if (kind === 'refunded') return `${coins} came back to you from ${nameOf(details, 'a play')}`;
  return `${coins} were added to your wallet`;
}

/** "was rejected", "has expired", "is pending". */
function statusText({ status }: Record<string, unknown>): string {
  const word = typeof status === 'string' ? status.replaceAll('_', ' ') : 'updated';
  if (/^(expired|failed)$/.test(word)) return `has ${word}`;
  return `${/(ed|paid)$/.test(word) ? 'was' : 'is'} ${word}`;
}

/** The time of day in Lagos, such as 19:52. */
function timeOf(at: unknown): string {
  const date = typeof at === 'string' ? new Date(at) : undefined;
  return date && !Number.isNaN(date.getTime()) ? lagosTime(date).slice(11, 16) : 'any moment';
}
