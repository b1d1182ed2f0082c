import type { LedgerTransfersQuery } from '@copup/shared/ledger.ts';
import type { z } from 'zod';
import type { TransferFilter } from '../../../ledger/list-transfers.ts';

type Query = Omit<z.output<typeof LedgerTransfersQuery>, 'limit' | 'before'>;

/** Converts the query of the calls on transfers. */
export function toTransferFilter(query: Query): TransferFilter {
  const { user_id, subject_kind, subject_id, kind, realm, from, to } = query;
  return {
    ...(user_id !== undefined && { userId: user_id }),
    ...(subject_kind !== undefined && { subjectKind: subject_kind }),
    ...(subject_id !== undefined && { subjectId: subject_id }),
    ...(kind !== undefined && { kind }),
    ...(realm !== undefined && { realm }),
    ...(from !== undefined && { from: new Date(from) }),
    ...(to !== undefined && { to: new Date(to) }),
  };
}
