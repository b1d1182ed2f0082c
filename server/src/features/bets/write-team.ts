import type { EditTeamBody, NewTeamBody } from '@copup/shared/bets.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../db/in-transaction.ts';
import { sqlState, UNIQUE_VIOLATION } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { teamSubject } from './bet-accounts.ts';
import { teamNotFound } from './bets.errors.ts';
import { teams } from './bets.tables.ts';

/** Creates a team. Returns its id. */
export async function createTeam(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  body: z.output<typeof NewTeamBody>,
): Promise<number> {
  return refusingTakenNames(() =>
    inTransaction(db, async (tx) => {
      const draft = { name: body.name, crest: body.crest, isActive: body.is_active };
      const [row] = await tx.orm.insert(teams).values(draft).returning({ id: teams.id });
      invariant(row, 'the insert of a team returned no row');
      const subject = teamSubject(row.id);
      await writeAudit(tx, { operatorId, action: 'team.create', subject, details: body });
      return row.id;
    }),
  );
}

/** Changes the given fields of a team; its fixtures and bets show the new name and crest. */
export async function editTeam(
  { db }: Pick<Deps, 'db'>,
  { id, operatorId }: { id: number; operatorId: string },
  body: z.output<typeof EditTeamBody>,
): Promise<void> {
  await refusingTakenNames(() =>
    inTransaction(db, async (tx) => {
      const { name, crest, is_active: isActive } = body;
      const changes = { name, crest, isActive, updatedAt: sql`clock_timestamp()` };
      const { rowCount } = await tx.orm.update(teams).set(changes).where(eq(teams.id, id));
      if (rowCount === 0) throw teamNotFound();
      await writeAudit(tx, { operatorId, action: 'team.edit', subject: teamSubject(id), details: body });
    }),
  );
}

async function refusingTakenNames<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Refusal('VALIDATION_FAILED', 'There is a team with this name.', {
      issues: [{ path: 'name', message: 'Choose another name.' }],
      cause: error,
    });
  }
}
