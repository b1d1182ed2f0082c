import { type EditContestBody, NewContestBody } from '@copup/shared/contests.ts';
import type { z } from 'zod';
import { eq, sql } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import { ensureFund } from '../../ledger/accounts.ts';
import type { Publishing } from '../../subjects/publish-subject.ts';
import { changeSubsidy, subsidyOf } from '../../subjects/subsidy.ts';
import { createSubject, type EditSubject, editSubject } from '../../subjects/write-subject.ts';
import { type ContestDraft, draftEdit, draftNew } from './contest-draft.ts';
import { type ContestRow, contestSubject } from './contests.queries.ts';
import type { ContestSubject } from './contests.subject.ts';
import { contestPlayerCounts, contests } from './contests.tables.ts';

export type WriteDeps = Pick<Deps, 'db' | 'jobs' | 'newId'>;

/**
 * Creates a contest with its pot: active at once when its start is not in the future, otherwise pending (C1). The
 * subsidy moves from `rewards` in the same transaction (L7). `operatorId` is recorded in the operators' log; null means
 * the system.
 */
export async function createContest(
  deps: WriteDeps,
  subject: ContestSubject,
  wanted: NewContestBody,
  operatorId: string | null,
  publishing: Publishing = {},
): Promise<ContestRow> {
  const body = NewContestBody.parse(wanted);
  const { realm, kind } = body;
  return createSubject(
    deps,
    subject,
    { ...publishing, realm, operatorId, details: { ...body } },
    async (tx, created) => {
      const { id, createdAt: now } = created;
      const draft = draftNew(body, now);
      const { id: potId } = await ensureFund(tx, deps.newId(), {
        kind: 'pot',
        realm,
        subject: contestSubject(id),
      });
      const subsidy = subsidyOf(draft);
      const [row] = await tx.orm
        .insert(contests)
        .overridingSystemValue()
        .values({
          ...draft,
          ...created,
          kind,
          potId,
          subsidy,
          status: draft.startsAt <= now ? 'active' : 'pending',
        })
        .returning();
      await tx.orm.insert(contestPlayerCounts).values({ contestId: id });
      await changeSubsidy(tx, deps, { subject: contestSubject(id), realm, potId }, subsidy, '1');
      return row as ContestRow;
    },
  );
}

/**
 * Edits a contest. While pending everything but the kind may change; once active only title and description; nothing
 * once it is over.
 */
export async function editContest(
  deps: WriteDeps,
  subject: ContestSubject,
  command: EditSubject,
  edit: z.output<typeof EditContestBody>,
): Promise<ContestRow> {
  return editSubject<ContestRow, ContestDraft>(deps, subject, command, {
    draft: (contest, now) => draftEdit(contest, edit, now),
    async write(tx, contest, draft) {
      const subsidy = contest.status === 'pending' ? subsidyOf(draft) : contest.subsidy;
      const [row] = await tx.orm
        .update(contests)
        .set({ ...draft, subsidy, version: sql`${contests.version} + 1` })
        .where(eq(contests.id, contest.id))
        .returning();
      const { id, realm, potId } = contest;
      const pot = { subject: contestSubject(id), realm, potId };
      await changeSubsidy(tx, deps, pot, subsidy - contest.subsidy, String(contest.version + 1));
      return row as ContestRow;
    },
  });
}
