import { contestRoom } from '@copup/shared/room-names.ts';
import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { isTooLate } from '../../lanes/lane.ts';
import type { LaneHandle, LaneKind, Queued } from '../../lanes/lane-kind.ts';
import { settleLocked } from '../../subjects/settle-subjects.ts';
import { isDueToSettle, type SettleDeps } from '../../subjects/subject-kind.ts';
import { listSubjects } from '../../subjects/subject-rows.ts';
import { contestNotFound } from './contests.errors.ts';
import {
  type ContestRow,
  findContest,
  lockContest,
  type PlayedContest,
  roomVersionOf,
} from './contests.queries.ts';
import type { ContestSubject } from './contests.subject.ts';
import { toContestState } from './contests.wire.ts';
import { decidePlays, type Played, type Player } from './decide-plays.ts';
import type { Play } from './play.ts';
import { RememberedScores } from './remembered-scores.ts';
import {
  decodeScores,
  listWrittenBy,
  readScores,
  type ScoreRow,
  writeContestLast,
  writeScoresLast,
} from './scores.queries.ts';

/** A play that waits in the lane of its contest. */
export interface PlayCommand<Input> {
  player: Player;
  input: Input;
}

export type PlayLaneDeps = SettleDeps & Pick<Deps, 'clock' | 'rooms' | 'lanes'>;
export type PlayLane<Input, Result> = LaneHandle<PlayCommand<Input>, Played<Result>>;

/** The facts read of a contest under its lock. */
interface Opened<Facts> {
  contest: PlayedContest | undefined;
  now: Date;
  /** The rows of the batch's players that are not cached. */
  rows: ScoreRow[];
  facts: Facts;
}

/**
 * Defines a lane for each contest of a kind: plays that arrive together are decided in one transaction, written in one
 * statement for each table and acknowledged after its commit. Call it once for a server.
 */
export function definePlayLane<Input, State, Facts, Result, Record>(
  deps: PlayLaneDeps,
  play: Play<Input, State, Facts, Result, Record>,
  subject: ContestSubject,
): PlayLane<Input, Result> {
  return deps.lanes.define(playLaneKind(deps, play as Play<Input, unknown, Facts, Result, Record>, subject));
}

const plainCodec = {
  encode: (state: unknown) => JSON.stringify(state),
  decode: (state: unknown) => state,
};

function playLaneKind<Input, Facts, Result, Record>(
  deps: PlayLaneDeps,
  play: Play<Input, unknown, Facts, Result, Record>,
  subject: ContestSubject,
): LaneKind<PlayCommand<Input>, Played<Result>, Opened<Facts>> {
  const codec = { ...plainCodec, ...play.codec };
  const remembered = new RememberedScores(async (tx: Transaction, contestId, userIds) =>
    decodeScores(await readScores(tx, contestId, userIds), codec),
  );
  return {
    name: `contests-${play.kind}`,
    batchWindowMs: play.batchWindowMs,

    async open(tx, key, batch) {
      const id = Number(key);
      const userIds = usersOf(batch);
      const unknown = remembered.unknown(id, userIds);
      // Sent together and run in this order: clock, scores and facts are read once the lock is held (P7).
      const [contest, now, rows, facts] = await Promise.all([
        lockContest(tx, id),
        tx.clock(),
        unknown.length > 0 ? readScores(tx, id, unknown) : [],
        play.readFacts?.(tx, id, userIds) as Promise<Facts>,
      ]);
      return { contest, now, rows, facts };
    },

    async decide(tx, _key, batch, { contest, now, rows, facts }) {
      // The state of a row is that of another play where the contest is of another kind.
      if (contest?.kind !== play.kind) return { answers: batch.map(() => contestNotFound(play.kind)) };
      const isDue = isDueToSettle(subject, contest, now);
      // A transaction that holds the lock after the end settles the contest (A8).
      if (isDue)
        await settleLocked(tx, subject, await listSubjects<ContestRow>(tx, subject, [contest.id]), now, deps);
      const scores = [
        ...decodeScores(rows, codec),
        ...(await remembered.rowsOf(tx, contest, usersOf(batch))),
      ];
      const batchId = deps.newId();
      const decided = decidePlays(play, contest, scores, request(deps, batch, now), now, facts, batchId);
      if (decided.scores.length === 0) {
        return {
          answers: decided.answers,
          proof: async (db) => !isDue || (await findContest(db, contest.id))?.status !== contest.status,
        };
      }
      const userIds = decided.scores.map(({ userId }) => userId);
      writeScoresLast(tx, contest.id, batchId, decided.scores, codec);
      if (decided.records.length > 0) play.writeRecords?.(tx, contest.id, decided.records, now, facts);
      writeContestLast(tx, contest.id, batchId, decided);
      const { changedTop } = decided;
      const afterCommit = () => {
        if (play.remembersScores) remembered.keep(contest, batchId, [...scores, ...decided.scores]);
        if (changedTop) publish(deps, { ...contest, top: [...changedTop], version: contest.version + 1 });
      };
      return {
        answers: decided.answers,
        proof: async (db) => (await listWrittenBy(db, contest.id, batchId, userIds)).size > 0,
        afterCommit,
      };
    },

    recover,

    forget: (key) => remembered.forget(Number(key)),
  };
}

function usersOf(batch: readonly Queued<PlayCommand<unknown>>[]): string[] {
  return [...new Set(batch.map(({ command }) => command.player.userId))];
}

async function recover<Input, Result>(
  db: Database,
  key: string,
  batch: readonly Queued<PlayCommand<Input>>[],
  answers: readonly (Played<Result> | Refusal)[],
): Promise<(Played<Result> | Refusal | undefined)[]> {
  const batchId = answers.flatMap((answer) => (answer instanceof Refusal ? [] : [answer.batchId]))[0];
  if (batchId === undefined) return batch.map(() => undefined);
  const userIds = batch.map(({ command }) => command.player.userId);
  const written = await listWrittenBy(db, Number(key), batchId, userIds);
  return batch.map(({ command }, at) => (written.has(command.player.userId) ? answers[at] : undefined));
}

function publish({ rooms }: Pick<Deps, 'rooms'>, contest: PlayedContest): void {
  rooms.publish(contestRoom(contest.kind, contest.id), roomVersionOf(contest), toContestState(contest));
}

/** Builds a requested play. The waiting time is measured by this process; the current time is the database's. */
function request<Input>(
  { clock }: Pick<Deps, 'clock'>,
  batch: readonly Queued<PlayCommand<Input>>[],
  now: Date,
) {
  const wallMs = clock.wallMs();
  const monotonicMs = clock.monotonicMs();
  return batch.map((queued) => ({
    player: queued.command.player,
    input: queued.command.input,
    receivedMs: now.getTime() - Math.max(0, wallMs - queued.receivedAtMs),
    isTooLate: isTooLate(queued, monotonicMs),
  }));
}
