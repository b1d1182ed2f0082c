import type { OpsQueue } from '@copup/shared/ops.ts';
import { Chip } from '../../ui/chip.tsx';
import { DataTable, type TableColumn } from '../../ui/data-table.tsx';

const whole = new Intl.NumberFormat('en-NG');
const number = (
  key: 'waiting' | 'active' | 'later' | 'failed',
  name: string,
  isOnPhone: boolean,
): TableColumn<OpsQueue> => ({
  key,
  name,
  cell: (queue) => (
    <span className={key === 'failed' && queue.failed > 0 ? 'font-semibold text-danger' : undefined}>
      {whole.format(queue[key])}
    </span>
  ),
  isNumber: true,
  isOnPhone,
});
const columns: TableColumn<OpsQueue>[] = [
  { key: 'name', name: 'Queue', cell: ({ name }) => name, isOnPhone: true },
  number('waiting', 'Waiting', true),
  number('active', 'Active', false),
  number('later', 'Later', false),
  number('failed', 'Failed', true),
];

/** The job queues: scheduled and waiting jobs. */
export function QueuesTable({ queues }: { queues: OpsQueue[] | undefined }) {
  const failed = queues?.reduce((sum, queue) => sum + queue.failed, 0) ?? 0;
  return (
    <DataTable
      title="Job queue"
      aside={failed > 0 ? <Chip look="bad">{whole.format(failed)} failed</Chip> : null}
      columns={columns}
      rows={queues ?? null}
      keyOf={({ name }) => name}
      subLine={({ active, later }) => `${whole.format(active)} active, ${whole.format(later)} later`}
      emptyTitle="No queues"
    />
  );
}
