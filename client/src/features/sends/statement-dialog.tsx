import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { serverNow } from '../../realtime/index.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { readStatement } from './api.ts';
import { statementPeriods } from './statement-periods.ts';

/** W6: every change of the wallet as CSV. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const [periods] = useState(() => statementPeriods(serverNow()));
  const [chosen, setChosen] = useState(0);
  const name = useId();
  const downloading = useMutation({
    mutationFn: async () => {
      const { from, to } = periods[chosen] ?? { from: '', to: '' };
      const text = await readStatement(from, to);
      saveFile(new Blob([text], { type: 'text/csv' }), `copup-${from}-to-${to}.csv`);
    },
    onSuccess: onClose,
  });
  return (
    <Modal title="Download statement" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-sm text-ink-2">Every change to your coins, as a CSV file for a spreadsheet.</p>
        {downloading.error ? (
          <Note look="error" role="alert" title={messageOf(downloading.error, 'An error occurred')} />
        ) : null}
        <fieldset className="divide-y divide-line">
          <legend className="sr-only">Period</legend>
          {periods.map((period, nth) => (
            <label
              key={period.name}
              className="flex min-h-13 cursor-pointer items-center justify-between gap-3"
            >
              <span>
                <span className="block font-semibold">{period.name}</span>
                <span className="block text-xs text-ink-3">
                  {period.from} to {period.to}
                </span>
              </span>
              <input
                type="radio"
                name={name}
                checked={nth === chosen}
                onChange={() => setChosen(nth)}
                className="size-6 accent-brand"
              />
            </label>
          ))}
        </fieldset>
        <Button
          look="ink"
          busy={downloading.isPending}
          busyText="Processing..."
          onClick={() => downloading.mutate()}
        >
          <Download size={20} aria-hidden />
          Download CSV
        </Button>
      </div>
    </Modal>
  );
}
