import type { TaskStatus } from '@copup/shared/tasks.ts';
import { Check, Clock } from 'lucide-react';
import { Chip } from '../../ui/chip.tsx';

/** The status of an upload in the specification's words. */
export function TaskChip({ status }: { status: TaskStatus }) {
  if (status === 'pending') {
    return (
      <Chip look="warn">
        <Clock size={16} aria-hidden />
        pending
      </Chip>
    );
  }
  if (status === 'approved') {
    return (
      <Chip look="ok">
        <Check size={16} aria-hidden />
        approved
      </Chip>
    );
  }
  return status === 'rejected' ? <Chip look="bad">rejected</Chip> : <Chip look="brand">open</Chip>;
}
