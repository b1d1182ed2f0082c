import { type EditHeistBody, NewHeistBody } from '@copup/shared/heists.ts';
import type { z } from 'zod';
import { eq, sql } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import { ensureFund } from '../../ledger/accounts.ts';
import type { Publishing } from '../../subjects/publish-subject.ts';
import { changeSubsidy } from '../../subjects/subsidy.ts';
import { createSubject, type EditSubject, editSubject } from '../../subjects/write-subject.ts';
import { commitAnswer, commitDraw } from './commit-answer.ts';
import { draftEdit, draftNew, type HeistDraft, subsidyOf } from './heist-draft.ts';
import { type HeistRow, heistSubject } from './heists.queries.ts';
import { heistKind } from './heists.subject.ts';
import { heists, type StoredStatus } from './heists.tables.ts';

type WriteHeistDeps = Pick<Deps, 'db' | 'jobs' | 'newId' | 'settings' | 'randomBytes' | 'config'>;

/**
 * Creates a heist with its pot, its committed answer (H3) and its committed draw (F1), in the state of its times (H1).
 * The subsidy moves from `rewards` in the same transaction (L7). `operatorId` is recorded in the operators' log; null
 * means the system.
 */
export async function createHeist(
  deps: WriteHeistDeps,
  wanted: NewHeistBody,
  operatorId: string | null,
  publishing: Publishing = {},
): Promise<HeistRow> {
  const body = NewHeistBody.parse(wanted);
  const { realm } = body;
  return createSubject(
    deps,
    heistKind,
    { ...publishing, realm, operatorId, details: { ...body } },
    async (tx, created) => {
      const { id, createdAt: now } = created;
      const draft = draftNew(body, defaultsOf(deps), now);
      const subject = heistSubject(id);
      const { id: potId } = await ensureFund(tx, deps.newId(), { kind: 'pot', realm, subject });
      const subsidy = subsidyOf(draft);
      const [row] = await tx.orm
        .insert(heists)
        .overridingSystemValue()
        .values({
          ...draft,
          ...created,
          ...commitAnswer(deps, draft),
          ...commitDraw(deps, id),
          potId,
          subsidy,
          status: statusAt(draft, now),
        })
        .returning();
      await changeSubsidy(tx, deps, { subject, realm, potId }, subsidy, '1');
      return row as HeistRow;
    },
  );
}

/** Edits a heist: everything while no ticket is sold and it is not on hold, afterwards only its texts. */
export async function editHeist(
  deps: WriteHeistDeps,
  command: EditSubject,
  edit: z.output<typeof EditHeistBody>,
): Promise<HeistRow> {
  return editSubject<HeistRow, HeistDraft>(deps, heistKind, command, {
    draft: (heist, now) => draftEdit(heist, edit, defaultsOf(deps), now),
    async write(tx, heist, draft) {
      const isNewAnswer = draft.question !== heist.question || draft.answers !== heist.answers;
      // A sold ticket fixes the terms, and with them the subsidy.
      const subsidy = heistKind.hasOpenTerms?.(heist) ? subsidyOf(draft) : heist.subsidy;
      const [row] = await tx.orm
        .update(heists)
        .set({
          ...draft,
          ...(isNewAnswer && commitAnswer(deps, draft)),
          subsidy,
          version: sql`${heists.version} + 1`,
        })
        .where(eq(heists.id, heist.id))
        .returning();
      const { id, realm, potId } = heist;
      const pot = { subject: heistSubject(id), realm, potId };
      await changeSubsidy(tx, deps, pot, subsidy - heist.subsidy, String(heist.version + 1));
      return row as HeistRow;
    },
  });
}

const defaultsOf = ({ settings }: Pick<Deps, 'settings'>) => ({
  holdMs: settings.get('heistHoldMinutes') * 60_000,
  rewardPercent: settings.get('affiliateRewardPercent'),
});

function statusAt({ opensAt, holdsAt }: Pick<HeistDraft, 'opensAt' | 'holdsAt'>, now: Date): StoredStatus {
  if (opensAt > now) return 'waiting';
  return holdsAt > now ? 'available' : 'on_hold';
}
