import type { SubmitAnswerReply } from '@copup/shared/heists.ts';
import { normalizeAnswer } from '@copup/shared/normalize-answer.ts';
import {
  assertKey,
  findStoredReplies,
  hashInput,
  type StoredReply,
  storeRepliesLast,
  toStoredReply,
} from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { withFirstReplies } from '../../lanes/lane.ts';
import type { LaneHandle, LaneKind, Queued } from '../../lanes/lane-kind.ts';
import { advanceLocked } from '../../subjects/start-subjects.ts';
import type { SettleDeps } from '../../subjects/subject-kind.ts';
import { lockSubject } from '../../subjects/subject-rows.ts';
import { listAnswers, readLastSeq, writeAnswersLast } from './answers.queries.ts';
import { type AnswerCommand, decideAnswers } from './decide-answers.ts';
import { heistNotFound } from './heists.errors.ts';
import type { HeistRow } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';
import { listTickets } from './tickets.queries.ts';

type AnswerLaneDeps = SettleDeps & Pick<Deps, 'lanes' | 'clock'>;
export type AnswerLane = LaneHandle<AnswerCommand, SubmitAnswerReply>;

export const ANSWER_LANE = 'answers';
/** The name of the call in the stored replies. */
const ROUTE = 'hurt/submitAnswer';

/** The facts read of a heist and its callers, under the lock of the heist's row. */
interface Opened {
  heist: HeistRow | undefined;
  now: Date;
  holders: ReadonlySet<string>;
  answered: ReadonlySet<string>;
  lastSeq: number;
  stored: StoredReply<SubmitAnswerReply>[];
}

/** Defines the lane in which a server's answers are recorded together: one lane for each heist (H3). */
export const defineAnswerLane = (deps: AnswerLaneDeps): AnswerLane => deps.lanes.define(answerLaneKind(deps));

/** Submits an answer. Resolves once it is committed; the same key returns the first reply again (P6). */
export function submitAnswer(
  lane: AnswerLane,
  heistId: number,
  { viewer: { userId, realm }, answer, key }: Pick<AnswerCommand, 'viewer' | 'answer' | 'key'>,
  receivedAtMs: number,
): Promise<SubmitAnswerReply> {
  if (key !== undefined) assertKey(key);
  const command = {
    viewer: { userId, realm },
    answer,
    normalized: normalizeAnswer(answer),
    key,
    inputHash: hashInput({ answer }),
  };
  return lane.submit(String(heistId), command, receivedAtMs);
}

function answerLaneKind(
  deps: Omit<AnswerLaneDeps, 'lanes'>,
): LaneKind<AnswerCommand, SubmitAnswerReply, Opened> {
  return {
    name: ANSWER_LANE,

    async open(tx, key, batch) {
      const id = Number(key);
      const userIds = [...new Set(usersOf(batch))];
      const keys = batch.map(({ command: { viewer, key: given } }) => ({
        userId: viewer.userId,
        key: given,
      }));
      // Sent together and run in this order: everything is read once the heist is locked (P7). Its lock also serializes
      // requests with one key.
      const [heist, now, tickets, answers, lastSeq, stored] = await Promise.all([
        lockSubject<HeistRow>(tx, heistKind, id),
        tx.clock(),
        listTickets(tx, id, userIds),
        listAnswers(tx, id, userIds),
        readLastSeq(tx, id),
        findStoredReplies<SubmitAnswerReply>(tx, callOf(id), keys),
      ]);
      const holders = new Set(tickets.keys());
      return { heist, now, holders, answered: new Set(answers.keys()), lastSeq, stored };
    },

    async decide(tx, _key, batch, { heist: locked, stored, ...facts }) {
      if (!locked) return { answers: batch.map(heistNotFound) };
      // A transaction that holds the lock after the start or the end performs it (A8): sweeps skip locked rows.
      const heist = await advanceLocked(tx, heistKind, locked, facts.now, deps);
      const userOf = ({ viewer }: AnswerCommand) => viewer.userId;
      const requested = withFirstReplies(batch, stored, deps.clock.monotonicMs(), userOf);
      const { answers, accepted } = decideAnswers(requested, { ...facts, heist });
      const [first] = accepted;
      if (!first) return { answers, proof: async () => true };
      writeAnswersLast(
        tx,
        heist.id,
        accepted.map(({ row }) => row),
      );
      storeRepliesLast(tx, callOf(heist.id), accepted.map(toStoredReply));
      const { userId } = first.row;
      return {
        answers,
        proof: async (db) => isOf(first.reply, (await listAnswers(db, heist.id, [userId])).get(userId)),
      };
    },

    async recover(db, key, batch, answers) {
      const userIds = usersOf(batch);
      const rows = await listAnswers(db, Number(key), userIds);
      return answers.map((answer, at) =>
        answer instanceof Refusal || !isOf(answer, rows.get(userIds[at] ?? '')) ? undefined : answer,
      );
    },
  };
}

const callOf = (heistId: number) => ({ route: ROUTE, subject: String(heistId) });

const usersOf = (batch: readonly Queued<AnswerCommand>[]): string[] =>
  batch.map(({ command }) => command.viewer.userId);

const isOf = (reply: SubmitAnswerReply, row: { answeredAt: Date } | undefined): boolean =>
  row?.answeredAt.toISOString() === reply.answered_at;
