import type { PushKind } from '@copup/shared/push.ts';
import { LAGOS_OFFSET_MS } from '../../lagos-time.ts';
import { type Restrictions, refuseAboveLimit, refuseInBreak } from '../../responsible-play/restrictions.ts';
import type { ClaimedMessage } from './push-queue.ts';
import type { SubjectState } from './subject-states.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = 1_440;
/** A hidden page leaves its rooms after 5 s: a player who is present longer reads the notice there. */
const PRESENT_AGAIN_MS = 6_000;

/** How long news of a result or of money is worth sending. */
const lives: Readonly<Partial<Record<PushKind | 'test', number>>> = {
  won: 3 * DAY_MS,
  lost: DAY_MS / 2,
  coins: DAY_MS,
  payment: 2 * DAY_MS,
  payout: 2 * DAY_MS,
  decision: 2 * DAY_MS,
  security: 3 * DAY_MS,
  test: 10 * MINUTE_MS,
};
/** Outbid and starts of what the player paid for. Security messages have no quiet hours either. */
export const atAnyHour: readonly (PushKind | 'test')[] = [
  'outbid',
  'starting',
  'question',
  'security',
  'test',
];
const invitations: readonly (PushKind | 'test')[] = ['outbid', 'ending', 'starting', 'question'];
const spending: readonly (PushKind | 'test')[] = ['outbid', 'ending'];

export interface Facts {
  nowMs: number;
  kind: PushKind | 'test' | undefined;
  /** Whether operators let this kind be sent. */
  isOn: boolean;
  subject: SubjectState | undefined;
  restrictions: Restrictions | undefined;
  isPresent: boolean;
  /** The quiet hours of players who set none, in minutes of the day in Lagos. */
  quiet: { from: number; until: number };
}

export type Decision =
  | { is: 'send'; kind: PushKind | 'test'; expiresAtMs: number; picture: string | null }
  | { is: 'wait'; untilMs: number; isPresent: boolean }
  /** `expired`: it is no longer true or useful. `silent`: the user does not want it, or may not be invited. */
  | { is: 'expired' | 'silent' };

/** Decides whether a message is sent now (W23). Pure. */
export function decideMessage(message: ClaimedMessage, facts: Facts): Decision {
  const { kind, nowMs, subject, restrictions } = facts;
  if (kind === undefined || !facts.isOn || message.muted.includes(kind)) return { is: 'silent' };
  const expiresAtMs = endOf(message, kind, subject);
  if (!message.isUnread || expiresAtMs === undefined || expiresAtMs <= nowMs) return { is: 'expired' };
  if (invitations.includes(kind) && refuseInBreak(restrictions)) return { is: 'silent' };
  // The player could not bid: an invitation would only tempt (G1).
  if (spending.includes(kind) && refuseAboveLimit(restrictions, subject?.nextBid ?? 1))
    return { is: 'silent' };
  const quietUntilMs = atAnyHour.includes(kind) ? undefined : endOfQuiet(message, facts);
  if (quietUntilMs !== undefined) {
    return quietUntilMs < expiresAtMs
      ? { is: 'wait', untilMs: quietUntilMs, isPresent: false }
      : { is: 'expired' };
  }
  if (facts.isPresent && kind !== 'test') {
    return message.wasPresent
      ? { is: 'silent' }
      : { is: 'wait', untilMs: nowMs + PRESENT_AGAIN_MS, isPresent: true };
  }
  return { is: 'send', kind, expiresAtMs, picture: subject?.picture ?? null };
}

/** Returns until when the message is true and useful; undefined if it is not now. */
function endOf(
  { userId, createdAt }: ClaimedMessage,
  kind: PushKind | 'test',
  subject: SubjectState | undefined,
): number | undefined {
  const life = lives[kind];
  if (life !== undefined) return createdAt.getTime() + life;
  if (kind === 'starting') return subject?.isBeforeStart ? subject.startsAtMs : undefined;
  if (!subject?.isOpen || (kind === 'outbid' && subject.leaderId === userId)) return undefined;
  return subject.endsAtMs;
}

/** Returns when the current quiet hours end; undefined outside of them. */
function endOfQuiet({ quietIsOn, quietFrom, quietUntil }: ClaimedMessage, facts: Facts): number | undefined {
  const { from, until } = { from: quietFrom ?? facts.quiet.from, until: quietUntil ?? facts.quiet.until };
  if (!quietIsOn || from === until) return undefined;
  const dayStartMs = Math.floor((facts.nowMs + LAGOS_OFFSET_MS) / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS;
  const minute = (facts.nowMs - dayStartMs) / MINUTE_MS;
  const isQuiet = from < until ? minute >= from && minute < until : minute >= from || minute < until;
  if (!isQuiet) return undefined;
  return dayStartMs + (minute < until ? until : until + DAY_MINUTES) * MINUTE_MS;
}
