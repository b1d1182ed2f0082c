import type { Transaction } from '../../db/in-transaction.ts';
import type { Due, Outcome, SettleDeps } from '../../subjects/subject-kind.ts';
import { changeSubsidy } from '../../subjects/subsidy.ts';
import { heistSubject } from './heist-subject.ts';
import type { HeistRow } from './heists.queries.ts';

/** SQL types of the columns that `settleHeists` decides in addition to the status. */
export const outcomeColumns = { cancel_reason: 'text' } as const;

/** Refunds the tickets: a heist with too few tickets is cancelled, one without a correct answer is completed (H1, H4). */
export async function settleHeists(
  tx: Transaction,
  due: readonly Due<HeistRow>[],
  _now: Date,
  deps: SettleDeps,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { row } of due) {
    const { id, realm, potId, subsidy, participants, minimumUsers } = row;
    await changeSubsidy(tx, deps, { subject: heistSubject(id), realm, potId }, -subsidy, 'end');
    const isVoid = participants < minimumUsers;
    outcomes.push({
      status: isVoid ? 'cancelled' : 'completed',
      refundsEntries: true,
      columns: { cancel_reason: isVoid ? 'Too few players took part.' : 'No answer was correct.' },
    });
  }
  return outcomes;
}
