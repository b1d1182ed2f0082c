import type {
  BankDay,
  BankRecord,
  LineProposal,
  ReconciliationFacts,
  StatementLine,
  StatementPreview,
} from '@copup/shared/reconciliation.ts';

/** Nothing to reconcile. */
export const reconciliationOf = (facts: Partial<ReconciliationFacts> = {}): ReconciliationFacts => ({
  ...{ last_closed_day: null, next_day: null, oldest_day: null },
  ...{ open_lines: 0, proposed_lines: 0, exact_lines: 0, open_records: 0 },
  ...facts,
});

/** A payment of 100 coins that waits. */
export const recordOf = (facts: Partial<BankRecord> = {}): BankRecord => ({
  ...{ kind: 'payment', id: 12, item: { kind: 'payment', id: '12' }, state: 'open', status: 'pending' },
  ...{ amount: 9_900, day: '2026-11-21', name: 'Blessing Etim', username: 'blessing', reference: 'K7Q4M2' },
  ...{ bank_reference: null, approval_id: null },
  ...facts,
});

export const proposalOf = (record: BankRecord, facts: Partial<LineProposal> = {}): LineProposal => ({
  ...{ record, rule: 'reference', is_exact: true, needs_reference: false },
  reason: `The narration has the reference ${record.reference}, and the amount is the same.`,
  ...facts,
});

/** A line without a record. */
export const lineOf = (id: number, facts: Partial<StatementLine> = {}): StatementLine => ({
  ...{ id, bank: 'Zenith', day: '2026-11-21', amount: 9_900, currency: 'NGN' },
  ...{ narration: 'NIP/KUDA/BLESSING ETIM/K7Q4M2', sender: 'BLESSING ETIM', reference: `000013${id}` },
  ...{ state: 'open', proposal: null, explanation: null, imported_at: '2026-11-22T08:05:00.000Z' },
  ...facts,
});

const totals: BankDay['totals'] = {
  ...{ bank_in: 3_214_900, bank_out: 2_425_812, records_in: 3_205_900, records_out: 2_425_812 },
  ...{ provider_gross: 480_000, provider_fees: 6_720, provider_net: 473_280 },
  ...{ ledger_issued: 32_059, ledger_paid_out: 26_954 },
};

/** A day of which everything is explained. */
export const dayOf = (day: string, facts: Partial<BankDay> = {}): BankDay => ({
  ...{ day, lines: 211, open_lines: 0, records: 204, open_records: 0, totals, closing: null },
  ...{ differences: [], is_changed: false, blocked: null },
  ...facts,
});

export const closingOf = (): NonNullable<BankDay['closing']> => ({
  ...{ id: 4, totals, hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
  ...{ closed_by: 'femi', closed_at: '2026-11-22T09:14:00.000Z' },
});

/** A file with two rows above its headings. */
export const previewOf = (facts: Partial<StatementPreview> = {}): StatementPreview => ({
  ...{ format: 'csv', is_layout_kept: false, total: 214, known: 3, problems: [] },
  layout: {
    ...{ delimiter: ',', skip: 2, day: 0, day_order: 'dmy', amount: null, credit: 4, debit: 3 },
    ...{ narration: [1], sender: null, reference: 2, currency: null },
  },
  cells: [
    ['Account', '0123456789', '', '', '', ''],
    ['Value Date', 'Remarks', 'Session Id', 'Debit', 'Credit', 'Balance'],
    ['21/11/2026', 'NIP/KUDA/BLESSING ETIM/K7Q4M2', '000013142407', '', '9,000.00', '18,429,300.00'],
    ['21/11/2026', 'SMS ALERT CHARGES', '', '4.00', '', '18,095,300.00'],
  ],
  lines: [
    {
      ...{ day: '2026-11-21', amount: 9_000, currency: 'NGN', sender: '' },
      ...{ narration: 'NIP/KUDA/BLESSING ETIM/K7Q4M2', reference: '000013142407' },
    },
    {
      ...{ day: '2026-11-21', amount: -4, currency: 'NGN', sender: '' },
      ...{ narration: 'SMS ALERT CHARGES', reference: '' },
    },
  ],
  ...facts,
});
