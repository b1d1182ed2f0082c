import type { EditFixtureBody, NewFixtureBody } from '@copup/shared/bets.ts';
import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { brokenConstraint, sqlState, UNIQUE_VIOLATION } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { assertOpenRealm } from '../../subjects/write-subject.ts';
import { fixtureSubject } from './bet-accounts.ts';
import { fixtureExists, fixtureNotEditable, fixtureNotFound, teamNotFound } from './bets.errors.ts';
import { END_JOB } from './bets.jobs.ts';
import { type FixtureRow, fixtures, teams } from './bets.tables.ts';
import { lockFixture, updateFixture } from './fixtures.queries.ts';

type WriteDeps = Pick<Deps, 'db' | 'jobs'>;

/** Creates a fixture, whose job ends joining at kickoff (B2). Returns its id. */
export async function createFixture(
  deps: WriteDeps,
  operatorId: string | null,
  body: z.output<typeof NewFixtureBody>,
): Promise<number> {
  const kickoff = new Date(body.kickoff);
  const id = await refusingTwice(() =>
    inTransaction(deps.db, async (tx) => {
      await assertOpenRealm(tx, body.realm);
      await assertTeams(tx, body.team_a, body.team_b);
      if (kickoff <= (await tx.clock())) throw inThePast();
      const [row] = await tx.orm
        .insert(fixtures)
        .values({
          realm: body.realm,
          teamAId: body.team_a,
          teamBId: body.team_b,
          kickoff,
          createdBy: operatorId,
        })
        .returning({ id: fixtures.id });
      invariant(row, 'the insert of a fixture returned no row');
      await audit(tx, operatorId, 'fixture.create', row.id, body);
      return row.id;
    }),
  );
  deps.jobs.scheduleJob(END_JOB, String(id), kickoff);
  return id;
}

/**
 * Changes the teams of a fixture without bets, or the kickoff of one without a result. A match that is moved to a later
 * time takes bets again.
 */
export async function editFixture(
  deps: WriteDeps,
  { id, operatorId }: { id: number; operatorId: string },
  body: z.output<typeof EditFixtureBody>,
): Promise<void> {
  const kickoff = await refusingTwice(() =>
    inTransaction(deps.db, async (tx) => {
      const fixture = await lockFixture(tx, id);
      if (!fixture) throw fixtureNotFound();
      const changes = await changesOf(tx, fixture, body);
      await updateFixture(tx, id, changes);
      await audit(tx, operatorId, 'fixture.edit', id, body);
      return changes.kickoff;
    }),
  );
  if (kickoff) deps.jobs.scheduleJob(END_JOB, String(id), kickoff);
}

async function changesOf(
  tx: Transaction,
  fixture: FixtureRow,
  body: z.output<typeof EditFixtureBody>,
): Promise<Partial<FixtureRow>> {
  if (fixture.resultNo > 0) throw fixtureNotEditable('This fixture has a result.');
  if (fixture.returnedAt) throw fixtureNotEditable('The stakes of this fixture were returned.');
  const { team_a: teamAId = fixture.teamAId, team_b: teamBId = fixture.teamBId } = body;
  const isOtherMatch = teamAId !== fixture.teamAId || teamBId !== fixture.teamBId;
  if (isOtherMatch && fixture.bets > 0)
    throw fixtureNotEditable('There are bets about this match, so its teams cannot change.');
  if (isOtherMatch) await assertTeams(tx, teamAId, teamBId);
  if (body.kickoff === undefined) return { teamAId, teamBId };
  const kickoff = new Date(body.kickoff);
  if (kickoff <= (await tx.clock())) throw inThePast();
  return { teamAId, teamBId, kickoff, closedAt: null };
}

async function assertTeams(tx: Transaction, one: number, other: number): Promise<void> {
  if (one === other) {
    throw new Refusal('VALIDATION_FAILED', 'A team does not play against itself.', {
      issues: [{ path: 'team_b', message: 'Choose another team.' }],
    });
  }
  const found = await tx.orm
    .select({ id: teams.id })
    .from(teams)
    .where(inArray(teams.id, [one, other]));
  if (found.length < 2) throw teamNotFound();
}

const inThePast = () =>
  new Refusal('VALIDATION_FAILED', 'The kickoff must be in the future.', {
    issues: [{ path: 'kickoff', message: 'must be in the future' }],
  });

async function refusingTwice<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isTaken = sqlState(error) === UNIQUE_VIOLATION && brokenConstraint(error) === 'fixtures_once';
    throw isTaken ? fixtureExists(error) : error;
  }
}

async function audit(
  tx: Transaction,
  operatorId: string | null,
  action: string,
  id: number,
  details: Record<string, unknown>,
): Promise<void> {
  if (operatorId !== null) await writeAudit(tx, { operatorId, action, subject: fixtureSubject(id), details });
}
