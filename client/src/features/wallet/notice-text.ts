import { formatNumber, formatPrice, inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { findLiveSubject } from '@copup/shared/live-subjects.ts';
import { copyOf } from '@copup/shared/notice-path.ts';
import type { Notification } from '@copup/shared/users.ts';
import { formatMoment, formatTime } from '../../lib/format-time.ts';
import { unknownKind } from '../../lib/unknown-kind.ts';

const coins = (value: unknown) => (typeof value === 'number' ? inCoins(value) : null);
const text = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value ? isolate(value) : otherwise;

/** "was rejected", "has expired", "is pending". */
function statusText(status: unknown): string {
  const word = text(status, 'updated').replace('_', ' ');
  if (status === 'expired' || status === 'failed') return `has ${word}`;
  return typeof status === 'string' && /(ed|paid)$/.test(status) ? `was ${word}` : `is ${word}`;
}

const withReason = (sentence: string, { reason }: Notification['details']) =>
  typeof reason === 'string' && reason ? `${sentence} Reason: ${reason}` : sentence;

/** A prize that was paid to the wallet, with its bonus part (X7). */
function paidText({ prize, bonus }: Notification['details']): string {
  const amount = coins(prize);
  if (!amount) return 'Your prize is in your wallet.';
  const extra = typeof bonus === 'number' && bonus > 0 ? ` (${formatNumber(bonus)} of them bonus)` : '';
  return `${amount}${extra} ${prize === 1 ? 'is' : 'are'} in your wallet.`;
}

/** Formats what happened to a bet; undefined for other notifications. */
function betText({ kind, subject_kind, details }: Notification): string | undefined {
  if (subject_kind !== 'bet') return undefined;
  const name = text(details.name, 'your bet');
  const amount = coins(details.amount ?? details.bid_points);
  if (kind === 'won') return `You won the bet ${name}. ${paidText(details)}`;
  if (kind === 'lost') return `The bet ${name} is settled. The other player won.`;
  if (kind === 'refunded')
    return withReason(`${amount ?? 'Your stake'} came back to you from the bet ${name}.`, details);
  if (details.event === 'joined') return `${text(details.username, 'A player')} joined your bet ${name}.`;
  if (details.event === 'title_hidden')
    return withReason(`The title of your bet ${name} was hidden by an operator.`, details);
  if (details.event === 'corrected') return correctedText(name, details);
  return `Your bet ${name} was updated.`;
}

/** B4: a corrected result paid or took coins; what the wallet did not have is owed. */
function correctedText(name: string, { received, taken, owed }: Notification['details']): string {
  const parts = [
    `The result of the bet ${name} was corrected.`,
    typeof taken === 'number' && taken > 0 ? `${coins(taken)} were taken back.` : '',
    typeof owed === 'number' && owed > 0 ? `You owe ${coins(owed)}; your next coins repay it.` : '',
    typeof received === 'number' && received > 0 ? `You received ${coins(received)}.` : '',
  ];
  return parts.filter(Boolean).join(' ');
}

/** T1: a decided upload, or the reward of a referral task. */
function taskText({ subject_kind, details }: Notification): string {
  const { task_coin } = details;
  const reward = typeof task_coin === 'number' ? inCoins(task_coin, 'task') : 'Your task coins';
  if (subject_kind === 'referral-task') return `${reward} were added for your invited friends.`;
  const name = text(details.name, 'your task');
  if (details.status === 'approved') return `${reward} were added for the task ${name}.`;
  return withReason(`Your screenshot for the task ${name} ${statusText(details.status)}.`, details);
}

const timeText = (at: unknown): string | undefined =>
  typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? formatTime(Date.parse(at)) : undefined;

/** A13: an auction on the watchlist ends soon. */
function endingText(name: string, { ends_at: endsAt }: Notification['details']): string {
  const at = timeText(endsAt);
  return `${name}, on your watchlist, ends ${at ? `at ${at}` : 'soon'}.`;
}

/** W6: a heist for which the user has a ticket starts soon, or has started. */
function startingText(name: string, { moment, starts_at, ends_at }: Notification['details']): string {
  const [start, end] = [timeText(starts_at), timeText(ends_at)];
  if (moment === 'soon') return `${name} starts ${start ? `at ${start}` : 'soon'}. You have a ticket.`;
  return `${name} has started. Answer before ${end ? end : 'it ends'}.`;
}

/** X13: an operator gave the user another username. */
const renamedText = (details: Notification['details']): string =>
  withReason(
    `An operator changed your username from ${text(details.from, 'the old one')} to ${text(details.to, 'a new one')}.`,
    details,
  );

/** W2a: another amount than the price arrived for a payment, or went back. */
function otherAmountText(details: Notification['details']): string {
  const naira = (value: unknown) => (typeof value === 'number' && value > 0 ? formatPrice(value) : null);
  const [sent, arrived, missing, back] = [details.sent, details.arrived, details.missing, details.back].map(
    naira,
  );
  const payment = `your payment for ${coins(details.amount) ?? 'coins'}`;
  if (sent) return `${sent} of ${payment} was sent back to the account it came from.`;
  if (details.status === 'underpaid')
    return `${arrived} arrived for ${payment}. ${missing} is missing: choose whether you send it or get your money back.`;
  if (details.status === 'returning')
    return withReason(`${back} of ${payment} goes back to the account it came from.`, details);
  const extra = back ? ` ${back} more than the price goes back to the account it came from.` : '';
  return details.status === 'pending'
    ? `${arrived} arrived for ${payment}. We check it, then the coins are in your wallet.${extra}`
    : `Your payment for ${coins(details.amount) ?? 'coins'} was approved.${extra}`;
}

/** Formats a notification as a sentence. All of its details may be missing. */
export function noticeText(notice: Notification): string {
  const { kind, subject_kind, details } = notice;
  const play = changeText(notice) ?? betText(notice);
  if (play) return play;
  const subject = findLiveSubject(subject_kind);
  const name = text(details.name ?? details.auction_name, subject?.noun ?? 'an auction');
  const amount = coins(details.amount ?? details.bid_points ?? details.price);
  switch (kind) {
    case 'outbid':
      if (typeof details.maximum === 'number') {
        return `Your maximum of ${coins(details.maximum)} on ${name} was passed. The bid is now ${amount ?? 'higher'}.`;
      }
      return amount ? `You were outbid on ${name}. The bid is now ${amount}.` : `You were outbid on ${name}.`;
    case 'ending':
      return endingText(name, details);
    case 'starting':
      return startingText(text(details.name, 'A heist'), details);
    case 'won': {
      const won = subject?.won(details);
      return won ? `You ${won.verb} ${name}. ${won.prize ?? paidText(details)}` : `You won ${name}.`;
    }
    case 'lost':
      return `${name} ${subject?.lost ?? 'is over. Another player won.'}`;
    case 'corrected':
      return `${name} was corrected.`;
    case 'extended':
      return `${name} now ends later.`;
    case 'refunded': {
      const back = amount ? `${amount} came back to you from ${name}.` : `Your coins from ${name} are back.`;
      return subject && subject_kind !== 'auction' ? withReason(back, details) : back;
    }
    case 'credited':
      return amount ? `${amount} were added to your wallet.` : 'Coins were added to your wallet.';
    case 'received':
      return `${amount ?? 'Coins'} came from ${text(details.name, 'another player')}.`;
    case 'payment':
      if (typeof (details.sent ?? details.arrived) === 'number') return otherAmountText(details);
      if (details.status === 'returned')
        return `${amount ?? 'Coins'} of a reversed payment came back to you.`;
      return withReason(`Your payment for ${amount ?? 'coins'} ${statusText(details.status)}.`, details);
    case 'payout':
      return withReason(`Your payout of ${amount ?? 'coins'} ${statusText(details.status)}.`, details);
    case 'trade':
      return withReason(`Your trade for ${amount ?? 'coins'} ${statusText(details.status)}.`, details);
    case 'bet':
      return `${name} was updated.`;
    case 'task':
      return taskText(notice);
    case 'referral':
      return `${text(details.username, 'A player')} joined ${name} through your link.`;
    case 'security':
      if (details.event === 'renamed') return renamedText(details);
      if (details.event === 'suspended') return withReason('Your account is suspended.', details);
      if (details.event === 'suspension_ended') return 'Your account is no longer suspended.';
      if (details.event === 'signed_in')
        return `${text(details.device, 'An unknown device')} signed in to your account. Was it not you? End that sign-in.`;
      return `${text(details.what, 'Your account')} was changed.`;
    case 'order':
      return `Your order ${text(details.name ?? details.auction_name, '')} ${statusText(details.status)}${parcelText(details)}.`.replace(
        '  ',
        ' ',
      );
    default:
      return unknownKind('notification', kind satisfies never);
  }
}

/** Returns the first sentence of a notice, and the rest. A name may contain a full stop, so the end is sought behind it. */
export function noticeParts(notice: Notification): [title: string, rest: string] {
  const whole = noticeText(notice);
  const name = notice.details.name ?? notice.details.auction_name;
  const at = typeof name === 'string' ? whole.indexOf(name) : -1;
  const end = whole.indexOf('. ', at < 0 ? 0 : at + String(name).length);
  return end < 0 ? [whole, ''] : [whole.slice(0, end + 1), whole.slice(end + 2)];
}

/** Returns ", with GIG Logistics, GIG 4471 902" for a parcel. */
function parcelText({ carrier, tracking }: Notification['details']): string {
  const parts = [carrier, tracking].filter((part) => typeof part === 'string');
  return parts.length === 0 ? '' : `, with ${parts.join(', ')}`;
}

const fieldWords: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  prize_name: 'prize',
  image: 'picture',
};

/** A14: a subject that the user entered was changed; undefined for other notifications. */
function changeText({ kind, subject_kind, details, created_at }: Notification): string | undefined {
  const isReopened = kind === 'refunded' && copyOf(details) !== null;
  if (kind !== 'corrected' && kind !== 'extended' && !isReopened) return undefined;
  const name = typeof details.name === 'string' ? isolate(details.name) : `The ${subject_kind}`;
  if (isReopened) {
    const { bid_points: points } = details;
    const back = typeof points === 'number' && points > 0 ? ` ${inCoins(points)} came back to you.` : '';
    return `${name} was cancelled and opened again, corrected.${back} You are invited.${reasonText(details)}`;
  }
  if (kind === 'extended') {
    const endMs = Date.parse(String(details.after));
    const end = Number.isNaN(endMs) ? 'later' : `at ${formatMoment(endMs, Date.parse(created_at))}`;
    return `${name} now ends ${end}.${reasonText(details)}`;
  }
  const fields: Record<string, unknown>[] = Array.isArray(details.fields) ? details.fields : [];
  const changes = fields.map(({ field, before, after }) => {
    const word = fieldWords[String(field)] ?? 'text';
    return typeof before === 'string' && typeof after === 'string'
      ? `its ${word} was “${isolate(before)}” and is now “${isolate(after)}”`
      : `it has a new ${word}`;
  });
  const until = findLiveSubject(subject_kind)?.leaving?.until ?? 'the start';
  return `${name} was corrected${changes.length > 0 ? `: ${changes.join('; ')}` : ''}. You can leave with a refund until ${until}.`;
}

const reasonText = ({ reason }: Notification['details']): string =>
  typeof reason === 'string' && reason ? ` Reason: ${reason}` : '';
