import type { NotifyRequest } from '@copup/shared/content.ts';
import { Download } from 'lucide-react';
import { type Column, momentColumn } from '../../../console/columns.tsx';
import { searchFilter } from '../../../console/filters.ts';
import { RecordsList } from '../../../console/records-list.tsx';
import { useCommand } from '../../../console/use-command.ts';
import { call } from '../../../lib/calls.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';

const columns: Column<NotifyRequest>[] = [
  { name: 'E-mail', cell: (row) => <span className="wrap-anywhere">{row.email}</span>, isName: true },
  { name: 'Waits for', cell: (row) => row.feature, isOnPhones: true },
  momentColumn('Since', (row) => row.created_at, 'id'),
];
const filters = [searchFilter('Find an address')];

/** A large list is sent as it is read. */
const timeoutMs = 120_000;
const download = () => call('GET /admin/notify-me/csv', { isText: true, timeoutMs });

/** T3: the addresses of Notify Me. */
export function Page() {
  const { run, isBusy } = useCommand<undefined, string>(download, {
    done: (text) => {
      saveFile(new Blob([text], { type: 'text/csv' }), 'copup-notify-me.csv');
      return 'Addresses downloaded';
    },
    showsErrors: true,
  });
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-[1_1_16rem] text-sm text-ink-2">
          Visitors who asked for one e-mail when the swap function opens. Each download is in the audit log.
        </p>
        <Button look="line" size="sm" busy={isBusy} busyText="Processing..." onClick={() => run(undefined)}>
          <Download size={16} aria-hidden />
          Download CSV
        </Button>
      </div>
      <RecordsList<NotifyRequest>
        resource="notify-me"
        filters={filters}
        columns={columns}
        nameOf={(row) => row.email}
        subLine={(row) => row.feature}
      />
    </>
  );
}
