import { banksCalls } from '@copup/shared/calls/payouts.ts';
import { Refusal } from '../../errors.ts';
import { searchPattern } from '../../operators/operator-list.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { bankNotFound } from './payouts.errors.ts';
import { banks } from './payouts.tables.ts';

/** /api/admin/banks: the banks that payouts go to. A closed one refuses new payouts; open ones are decided as before. */
export const bankRecord: RecordAdmin = {
  name: 'bank',
  table: banks,
  calls: banksCalls,
  notFound: bankNotFound,
  // Payouts to a bank that the provider does not list are paid by hand (W19).
  more: 'CASE WHEN t.is_listed THEN t.provider_code END AS provider_code',
  orders: { name: ['t.name', 't.id'] },
  search: (text) => ({
    sql: 't.name ILIKE ? OR t.code ILIKE ?',
    values: [searchPattern(text), searchPattern(text)],
  }),
  unique: {
    banks_code: (cause) =>
      new Refusal('VALIDATION_FAILED', 'Another bank has this code.', {
        issues: [{ path: 'code', message: 'is the code of another bank' }],
        cause,
      }),
  },
};
