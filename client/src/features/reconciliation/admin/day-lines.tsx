import type { StatementLine } from '@copup/shared/reconciliation.ts';
import { useState } from 'react';
import { DialogButton } from '../../../console/dialog-button.tsx';
import { showTime } from '../../../console/local-time.ts';
import { ReasonForm } from '../../../console/reason-form.tsx';
import { call } from '../../../lib/calls.ts';
import { lineTitle, reasonNames } from './bank-words.ts';
import { Column } from './column.tsx';
import { Row } from './rows.tsx';
import { useLines } from './use-reconciliation.ts';

const STEP = 50;
const command = 'POST /admin/reconciliation/explanations/:id/withdraw';

/** The lines of a day, with what explains each. */
export function DayLines({ day }: { day: string }) {
  const [count, setCount] = useState(STEP);
  const query = useLines({ day }, count);
  return (
    <Column title="Lines of the day" query={query} onMore={() => setCount(count + STEP)}>
      {(lines: readonly StatementLine[]) => (
        <ul aria-label="Lines of the day">
          {lines.map((line) => (
            <ExplainedLine key={line.id} line={line} />
          ))}
        </ul>
      )}
    </Column>
  );
}

function ExplainedLine({ line }: { line: StatementLine }) {
  const { explanation } = line;
  if (!explanation)
    return (
      <Row line={line}>
        <span className="font-semibold text-warn">Not explained</span>
      </Row>
    );
  const { id, reason, note, record, explained_by: by, explained_at: at } = explanation;
  return (
    <Row line={line} {...(record && { record })}>
      <span className="mr-auto min-w-0 flex-[1_1_10rem] text-xs wrap-anywhere text-ink-2">
        {[reasonNames[reason], note, by, showTime(at)].filter(Boolean).join(', ')}
      </span>
      <DialogButton
        asks={`withdraw-${id}`}
        command={command}
        size="sm"
        aria-label={`Withdraw the explanation of ${lineTitle(line)}…`}
        dialog={(onClose) => (
          <ReasonForm
            title={`Withdraw the explanation of ${lineTitle(line)}`}
            actionName="Withdraw"
            onSubmit={async (text) => {
              await call(command, { params: { id }, body: { note: text } });
              return 'The explanation is withdrawn';
            }}
            onClose={onClose}
          >
            The line and its record are open again. A decision that was taken stays as it is.
          </ReasonForm>
        )}
      >
        Withdraw…
      </DialogButton>
    </Row>
  );
}
