import { isolate } from '@copup/shared/isolate.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { BankRecord, LineProposal, StatementLine } from '@copup/shared/reconciliation.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { statusWord } from '../../../console/capitalized.ts';
import type { Selection } from '../../../console/queue/use-selection.ts';
import { call } from '../../../lib/calls.ts';
import { useServerNow } from '../../../realtime/index.ts';
import { Chip } from '../../../ui/chip.tsx';
import {
  daysPast,
  lineReasonNames,
  lineTitle,
  recordName,
  recordReasonNames,
  recordTitle,
  ruleNames,
  showMoney,
} from './bank-words.ts';
import { ConfirmProposal, MatchLine } from './confirm-proposal.tsx';
import { Explain } from './explain.tsx';

interface Proposed {
  line: StatementLine;
  proposal: LineProposal;
  selection: Pick<Selection<{ id: number }>, 'ids' | 'toggle'>;
}

/** A line of the bank that no record explains. */
export const OpenLine = ({ line }: { line: StatementLine }) => (
  <Row line={line}>
    <MatchLine line={line} />
    <ExplainLine line={line} />
  </Row>
);

/** A record that has taken place without a line of the bank. */
export const OpenRecord = ({ record }: { record: BankRecord }) => (
  <Row record={record}>
    <Explain
      asks={`explain-${record.kind}-${record.id}`}
      command="POST /admin/reconciliation/records/:kind/:id/explain"
      name={recordTitle(record)}
      reasons={recordReasonNames}
      send={(body) =>
        call('POST /admin/reconciliation/records/:kind/:id/explain', {
          params: { kind: record.kind, id: record.id },
          body,
        })
      }
    />
  </Row>
);

/** A line, the record that is proposed for it, and why. */
export function ProposedLine({ line, proposal, selection }: Proposed) {
  const { record, rule, reason } = proposal;
  return (
    <Row
      {...{ line, record }}
      select={canSelect(proposal) ? <Select {...{ line, proposal, selection }} /> : null}
    >
      <p className="mr-auto flex flex-wrap items-center gap-2 text-xs text-ink-2">
        <Chip look={rule === 'reference' || rule === 'provider-id' ? 'ok' : 'warn'}>{ruleNames[rule]}</Chip>
        <span className="min-w-0 flex-[1_1_10rem] wrap-anywhere">{reason}</span>
      </p>
      <ExplainLine line={line} />
      {record.approval_id === null ? (
        <ConfirmProposal line={line} proposal={proposal} />
      ) : (
        <Link
          to={operatorPath(operatorPaths.approvals)}
          className="inline-flex min-h-tap items-center text-sm font-semibold text-brand"
        >
          Waits for a second operator
        </Link>
      )}
    </Row>
  );
}

/** Whether a proposal can be confirmed together with others. */
export const canSelect = ({ is_exact: isExact, record }: LineProposal): boolean =>
  isExact && record.approval_id === null;

const Select = ({ line: { id }, proposal, selection }: Proposed) => (
  <label className="-my-2.5 -ml-3 grid size-tap shrink-0 cursor-pointer place-items-center">
    <input
      type="checkbox"
      aria-label={`Select ${recordTitle(proposal.record)}`}
      checked={selection.ids.has(id)}
      onChange={() => selection.toggle(id)}
      className="size-5 accent-brand"
    />
  </label>
);

const ExplainLine = ({ line }: { line: StatementLine }) => (
  <Explain
    asks={`explain-${line.id}`}
    command="POST /admin/statement-lines/:id/explain"
    name={lineTitle(line)}
    reasons={lineReasonNames}
    send={(body) => call('POST /admin/statement-lines/:id/explain', { params: { id: line.id }, body })}
  />
);

interface RowProps {
  line?: StatementLine;
  record?: BankRecord;
  select?: ReactNode;
  children: ReactNode;
}

/** A line, a record or both, with the amount and how long its day is past. */
export function Row({ line, record, select, children }: RowProps) {
  const nowMs = useServerNow(60_000);
  const { amount = 0, day = '' } = line ?? record ?? {};
  return (
    <li
      data-line={line?.id}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line px-4 py-3 text-sm last:border-0 focus-within:bg-sunken"
    >
      <div className="flex min-w-0 items-start gap-3">
        {select}
        <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 gap-y-1.5">
          {line ? (
            <Side
              title={lineTitle(line)}
              sub={[line.sender ? line.narration : '', line.reference, line.bank]}
            />
          ) : null}
          {record ? (
            <Side
              title={<RecordLink record={record} />}
              sub={[recordName(record), statusWord(record.status), record.bank_reference ?? record.reference]}
            />
          ) : null}
        </div>
        <span className="grid shrink-0 justify-items-end">
          <span className="font-semibold whitespace-nowrap">{showMoney(amount, line?.currency)}</span>
          <span className="text-xs text-ink-2">{daysPast(day, nowMs)}</span>
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">{children}</div>
    </li>
  );
}

const Side = ({ title, sub }: { title: ReactNode; sub: string[] }) => (
  <span className="min-w-0 flex-[1_1_8rem]">
    <span className="block truncate font-semibold">{title}</span>
    <span className="block text-xs wrap-anywhere text-ink-2">{isolate(sub.filter(Boolean).join(', '))}</span>
  </span>
);

/** Leads to the page of a record, if it has one. */
function RecordLink({ record: { item, name } }: { record: BankRecord }) {
  const path = item && recordPath(item.kind, item.id);
  if (!path) return isolate(name);
  return (
    <Link
      to={path}
      className="-my-3 inline-flex min-h-tap max-w-full items-center text-brand hover:underline"
    >
      <span className="truncate">{isolate(name)}</span>
    </Link>
  );
}
