import type { SubmitAnswerReply } from '@copup/shared/heists.ts';
import { deadlinePassed } from '../../deadline.ts';
import { Refusal } from '../../errors.ts';
import { isOpen, isOver } from '../../subjects/subject-kind.ts';
import { alreadyAnswered, heistEnded, heistNotFound, heistNotStarted, noTicket } from './heists.errors.ts';
import type { HeistRow } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';
import type { heistAnswers } from './heists.tables.ts';

/** An answer that waits in the lane. */
export interface AnswerCommand {
  viewer: { userId: string; realm: number };
  answer: string;
  /** The form in which answers are compared (H3). */
  normalized: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  inputHash: Buffer;
}

/** An answer to decide, with the first reply to its key, if there is one. */
export interface RequestedAnswer {
  command: AnswerCommand;
  isTooLate: boolean;
  stored: { inputHash: Buffer; reply: SubmitAnswerReply } | undefined;
}

/** What decides: read under the lock of the heist's row (P7). */
export interface AnswerFacts {
  heist: Pick<HeistRow, 'realm' | 'status' | 'endDate'>;
  now: Date;
  /** Those of the callers who have a ticket. */
  holders: ReadonlySet<string>;
  /** Those of the callers who have answered. */
  answered: ReadonlySet<string>;
  /** The number of the last answer, 0 without one. */
  lastSeq: number;
}

export type AnswerRow = Omit<typeof heistAnswers.$inferSelect, 'heistId' | 'acceptedBy'>;

export interface AcceptedAnswer {
  command: AnswerCommand;
  row: AnswerRow;
  reply: SubmitAnswerReply;
}

export interface DecidedAnswers {
  /** One for each command, in order. */
  answers: (SubmitAnswerReply | Refusal)[];
  accepted: AcceptedAnswer[];
}

/**
 * Decides answers in order of arrival: one for each ticket holder, while the heist is started. Does not know which
 * answers are correct, so nothing about a reply can show it (H3). Pure.
 */
export function decideAnswers(requested: readonly RequestedAnswer[], facts: AnswerFacts): DecidedAnswers {
  const accepted: AcceptedAnswer[] = [];
  const byUser = new Map<string, AcceptedAnswer>();
  const answers = requested.map((one) => {
    const { command } = one;
    const { userId } = command.viewer;
    const refusal = refuse(one, facts, byUser.get(userId));
    if (refusal) return refusal;
    const row = {
      userId,
      seq: facts.lastSeq + accepted.length + 1,
      answer: command.answer,
      normalized: command.normalized,
      answeredAt: facts.now,
    };
    const reply = { message: 'Answer submitted successfully!', answered_at: facts.now.toISOString() };
    const answer = { command, row, reply };
    accepted.push(answer);
    byUser.set(userId, answer);
    return reply;
  });
  return { answers, accepted };
}

/** Returns the refusal or the first reply to the key; undefined for an answer to accept. */
function refuse(
  { command, isTooLate, stored }: RequestedAnswer,
  { heist, now, holders, answered }: AnswerFacts,
  earlier: AcceptedAnswer | undefined,
): SubmitAnswerReply | Refusal | undefined {
  const { viewer, key, inputHash } = command;
  if (viewer.realm !== heist.realm) return heistNotFound();
  if (isTooLate) return deadlinePassed();
  const first = stored ?? (key !== undefined && earlier?.command.key === key ? earlier.command : undefined);
  if (first) {
    const isSame = first.inputHash.equals(inputHash);
    const reply = stored?.reply ?? earlier?.reply;
    return isSame && reply ? reply : keyReused();
  }
  if (!isOpen(heistKind, heist) || isOver(heist, now)) return heistEnded();
  if (heist.status !== 'started') return heistNotStarted();
  if (!holders.has(viewer.userId)) return noTicket();
  return earlier || answered.has(viewer.userId) ? alreadyAnswered() : undefined;
}

const keyReused = () =>
  new Refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
