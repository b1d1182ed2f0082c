import type { EditReferralTaskBody, NewReferralTaskBody } from '@copup/shared/tasks.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { assertOpenRealm } from '../../subjects/write-subject.ts';
import { lockReferralTask } from './referral-tasks.queries.ts';
import { taskNotFound } from './tasks.errors.ts';
import { type ReferralTaskRow, referralTasks } from './tasks.tables.ts';
import { referralTaskSubject } from './verify-referrals.ts';

type Edit = z.output<typeof EditReferralTaskBody>;
type Draft = Pick<ReferralTaskRow, 'requiredReferrals' | 'taskCoinReward' | 'isActive'>;

/** Creates a referral task. Returns its id. The demo has no operator. */
export async function createReferralTask(
  { db }: Pick<Deps, 'db'>,
  operatorId: string | null,
  { realm, ...body }: z.output<typeof NewReferralTaskBody>,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await assertOpenRealm(tx, realm);
    const [row] = await tx.orm
      .insert(referralTasks)
      .values({ ...(toDraft(body) as Draft), realm })
      .returning({ id: referralTasks.id });
    invariant(row, 'the insert of a referral task returned no row');
    if (operatorId !== null) {
      const details = { realm, ...body };
      const subject = referralTaskSubject(row.id);
      await writeAudit(tx, { operatorId, action: 'referral-task.create', subject, details });
    }
    return row.id;
  });
}

/** Changes the given fields of a referral task. Rewards that were paid stay paid. */
export async function editReferralTask(
  { db }: Pick<Deps, 'db'>,
  { id, operatorId }: { id: number; operatorId: string },
  body: Edit,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockReferralTask(tx, id))) throw taskNotFound();
    await tx.orm
      .update(referralTasks)
      .set({ ...toDraft(body), updatedAt: sql`clock_timestamp()` })
      .where(eq(referralTasks.id, id));
    const subject = referralTaskSubject(id);
    await writeAudit(tx, { operatorId, action: 'referral-task.edit', subject, details: body });
  });
}

/** Converts the fields that are present. */
function toDraft(body: Edit): Partial<Draft> {
  const draft = {
    requiredReferrals: body.required_referrals,
    taskCoinReward: body.task_coin_reward,
    isActive: body.is_active,
  };
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
}
