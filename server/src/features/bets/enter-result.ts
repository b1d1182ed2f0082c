import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { CorrectResultBody, MatchResult, ResultBody } from '@copup/shared/bets.ts';
import { resultsCalls } from '@copup/shared/calls/bets.ts';
import type { z } from 'zod';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { checkCredits, noteCredits, refuseApproverCredits } from '../../operators/operator-credits.ts';
import { type Credit, type CreditsMove, lockOperatorAndOwners } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { fixtureSubject } from './bet-accounts.ts';
import { paysTheSame, resultOfBet, sharesOf } from './bet-rules.ts';
import { fixtureNotFound, matchNotStarted, noResult, resultExists, sameResult } from './bets.errors.ts';
import { END_JOB } from './bets.jobs.ts';
import { type BetToPay, listBetsToPay } from './bets.queries.ts';
import type { FixtureRow } from './bets.tables.ts';
import { lockFixture, updateFixture } from './fixtures.queries.ts';

const ENTER = 'fixture.result';
const CORRECT = 'fixture.correct';

type ResultDeps = Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings'>;

export interface EnterResult {
  fixtureId: number;
  operatorId: string;
  /** With a reason it corrects the result that the fixture has. */
  body: z.output<typeof ResultBody> | z.output<typeof CorrectResultBody>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** The result as the operators' log and a request for approval keep it. */
interface Entry {
  result: MatchResult;
  goals_a: number | null;
  goals_b: number | null;
  reason?: string;
}

/**
 * Enters the result of a fixture once, or corrects it; a job then settles the bets (B4). When it moves more than one
 * operator may move (O3a), returns the request and leaves the fixture as it is.
 */
export async function enterResult(
  deps: ResultDeps,
  { fixtureId, operatorId, body, key }: EnterResult,
): Promise<ApprovalPending | undefined> {
  const entry = toEntry(body);
  const action = actionOf(entry);
  const request = { userId: operatorId, route: `admin/${action}`, subject: String(fixtureId), key };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { ...request, input: entry }, async () => ({
      status: 200,
      reply: (await enterOrRequest(tx, deps, { fixtureId, operatorId, entry })) ?? null,
    })),
  );
  if (reply === null) scheduleNow(deps, String(fixtureId));
  return reply ?? undefined;
}

const scheduleNow = ({ clock, jobs }: Pick<Deps, 'clock' | 'jobs'>, fixtureId: string): void =>
  jobs.scheduleJob(END_JOB, fixtureId, new Date(clock.wallMs()));

const toEntry = ({ result, goals_a, goals_b, ...more }: EnterResult['body']): Entry => ({
  result,
  goals_a: goals_a ?? null,
  goals_b: goals_b ?? null,
  ...('reason' in more && { reason: more.reason }),
});

const actionOf = ({ reason }: Entry) => (reason === undefined ? ENTER : CORRECT);

async function enterOrRequest(
  tx: Transaction,
  deps: ResultDeps,
  { fixtureId, operatorId, entry }: { fixtureId: number; operatorId: string; entry: Entry },
): Promise<ApprovalPending | undefined> {
  // Receivers are locked before the fixture, as by an approval; no user joins a bet once its match has started.
  await lockOperatorAndOwners(tx, operatorId, await listReceivers(tx, fixtureId));
  const fixture = await lockForResult(tx, fixtureId, entry);
  const subject = fixtureSubject(fixtureId);
  const move = await moveOf(tx, fixture, operatorId, entry);
  const details = { ...entry, bid_points: move.amount, result_no: fixture.resultNo };
  const action = actionOf(entry);
  const pending = await checkCredits(tx, deps, move, { action, subject, details });
  if (pending) return pending;
  await writeResult(tx, fixture, operatorId, entry);
  await noteCredits(tx, deps, move);
  await writeAudit(tx, { operatorId, action, subject, realm: fixture.realm, details });
  return undefined;
}

/** Executes a result that a second operator confirmed. The result's operator is the one who requested it. */
export function resultsApproved(deps: Pick<Deps, 'clock' | 'jobs'>): ApprovedActions {
  const approved: ApprovedActions[string] = {
    right: resultsCalls.calls['POST /admin/fixtures/:id/result'].right,
    async apply(tx, { id, subject, details, requestedBy }) {
      const { result_no, bid_points, ...entry } = details;
      const fixture = await lockForResult(tx, Number(subject.id), entry as unknown as Entry);
      // Another correction came first: what was approved is no longer what would happen.
      if (fixture.resultNo !== result_no) throw resultExists();
      const move = await moveOf(tx, fixture, requestedBy, entry as unknown as Entry);
      await refuseApproverCredits(tx, id, move.credits);
      await writeResult(tx, fixture, requestedBy, entry as unknown as Entry);
      // Before the commit: should the job be too early, the sweep settles the bets.
      scheduleNow(deps, subject.id);
      return { bid_points: move.amount };
    },
  };
  return { [ENTER]: approved, [CORRECT]: approved };
}

/** Locks the fixture and refuses a second entry, a correction without an entry, and a result before kickoff. */
async function lockForResult(tx: Transaction, fixtureId: number, entry: Entry): Promise<FixtureRow> {
  const fixture = await lockFixture(tx, fixtureId);
  if (!fixture) throw fixtureNotFound();
  const isCorrection = entry.reason !== undefined;
  if (!isCorrection && fixture.resultNo > 0) throw resultExists();
  if (isCorrection && fixture.resultNo === 0) throw noResult();
  if (isCorrection && isSame(fixture, entry)) throw sameResult();
  const hasStarted = fixture.kickoff <= (await tx.clock());
  if (!hasStarted && entry.result !== 'abandoned') throw matchNotStarted();
  return fixture;
}

const isSame = (fixture: FixtureRow, { result, goals_a, goals_b }: Entry): boolean =>
  fixture.result === result && fixture.goalsA === goals_a && fixture.goalsB === goals_b;

/** What the result pays, as a move of the operator: both stakes of each bet whose players receive other coins than before. */
async function moveOf(
  tx: Transaction,
  fixture: FixtureRow,
  operatorId: string,
  { result }: Entry,
): Promise<CreditsMove> {
  const paid = (await listBetsToPay(tx, fixture.id)).map((bet) => ({
    bet,
    result: resultOfBet({ ...fixture, result }, bet),
  }));
  const changed = paid.filter(({ bet, result: next }) => !bet.result || !paysTheSame(bet.result, next));
  return {
    operatorId,
    realm: fixture.realm,
    amount: changed.reduce((sum, { bet }) => sum + 2 * bet.stakePoints, 0),
    credits: sumByUser(changed),
  };
}

/** Both players of each bet: whom a result may credit. */
const listReceivers = async (tx: Transaction, fixtureId: number): Promise<string[]> =>
  (await listBetsToPay(tx, fixtureId)).flatMap(({ creatorId, opponentId }) =>
    opponentId === null ? [creatorId] : [creatorId, opponentId],
  );

/** The coins that each player receives. */
function sumByUser(paid: readonly { bet: BetToPay; result: MatchResult }[]): Credit[] {
  const sums = new Map<string, number>();
  for (const { bet, result } of paid) {
    for (const { userId, amount } of sharesOf(bet, result).shares)
      sums.set(userId, (sums.get(userId) ?? 0) + amount);
  }
  return [...sums].map(([userId, amount]) => ({ userId, amount }));
}

async function writeResult(
  tx: Transaction,
  { id, resultNo }: FixtureRow,
  operatorId: string,
  { result, goals_a, goals_b }: Entry,
): Promise<void> {
  await updateFixture(tx, id, {
    result,
    goalsA: goals_a,
    goalsB: goals_b,
    resultNo: resultNo + 1,
    resultBy: operatorId,
    resultAt: await tx.clock(),
  });
}
