import type { StatementLine } from '@copup/shared/reconciliation.ts';
import { BulkDecisions } from '../../../console/queue/bulk-decisions.tsx';
import type { BulkDecision } from '../../../console/queue/decision.ts';
import { useSelection } from '../../../console/queue/use-selection.ts';
import { callOnce } from '../../../lib/calls.ts';
import { recordTitle } from './bank-words.ts';
import { canSelect, ProposedLine } from './rows.tsx';

/** Lines that the server confirms in one call. */
const MOST_AT_ONCE = 100;
const kind = { resource: 'statement-lines', noun: 'proposal' };

/** W20: only proposals with an exact reference, each by the rules of its own record. */
const confirmExact: BulkDecision = {
  action: 'confirm-exact',
  consequence: () =>
    'Those of open payments, payouts and trades are decided by this, each by its own rules, also about a second operator.',
  async send(ids) {
    let [confirmed, waiting] = [0, 0];
    const refused: { id: number; message: string }[] = [];
    for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
      const body = { line_ids: ids.slice(at, at + MOST_AT_ONCE) };
      const reply = await callOnce('confirm-exact', 'POST /admin/statement-lines/confirm-exact', { body });
      confirmed += reply.confirmed;
      waiting += reply.waiting;
      refused.push(...reply.refused.map(({ line_id: id, message }) => ({ id, message })));
    }
    return { decided: ids.slice(0, confirmed), waiting, refused };
  },
};

/** The lines with a proposal; those with an exact reference can be confirmed together. */
export function Proposals({ lines, onDone }: { lines: readonly StatementLine[]; onDone: () => void }) {
  const exact = lines.flatMap(({ id, proposal }) =>
    proposal && canSelect(proposal) ? { id, full_name: recordTitle(proposal.record) } : [],
  );
  const selection = useSelection(exact);
  return (
    <>
      <div className="grid gap-2 px-1 pt-1 empty:hidden">
        <BulkDecisions
          {...{ kind, selection, onDone }}
          items={exact}
          bulk={{ decisions: [confirmExact] }}
          all={`Select ${exact.length} with an exact reference`}
        />
      </div>
      <ul data-proposals="" aria-label="Proposals">
        {lines.map((line) =>
          line.proposal ? (
            <ProposedLine key={line.id} {...{ line, selection }} proposal={line.proposal} />
          ) : null,
        )}
      </ul>
    </>
  );
}
