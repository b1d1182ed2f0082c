import { z } from 'zod';
import { callsBelow, csvReply, listCall } from '../call.ts';
import {
  BankDay,
  BankRecords,
  BankRecordsQuery,
  ConfirmExactBody,
  ConfirmExactReply,
  ConfirmLineBody,
  DayParams,
  DaysQuery,
  ExplainLineBody,
  ExplainRecordBody,
  ReconciliationFacts,
  RecordParams,
  STATEMENT_FIELD,
  STATEMENT_MB,
  StatementBank,
  StatementFields,
  StatementImport,
  StatementLine,
  StatementLinesQuery,
  StatementPreview,
  WithdrawBody,
} from '../reconciliation.ts';
import { IdParams, Message } from '../wire.ts';

const right = 'payments';
const form = {
  picture: STATEMENT_FIELD,
  noun: 'file',
  pictureMb: STATEMENT_MB,
  fields: StatementFields,
} as const;

/** /api/admin/statement-lines: lines of bank statements and what explains them (W20). */
export const statementLinesCalls = callsBelow('/admin/statement-lines', 'operators: reconciliation', {
  'GET /': listCall('All lines; the total is in Content-Range', StatementLinesQuery, StatementLine),
  'GET /:id': { summary: 'One line', errors: ['LINE_NOT_FOUND'], params: IdParams, reply: StatementLine },
  'POST /:id/confirm': {
    right,
    summary:
      'Confirms that a line is of a record, which approves or pays an open one (W2, W3, W4); 202 when a second operator has to approve (O3a)',
    errors: [
      'LINE_NOT_FOUND',
      'LINE_EXPLAINED',
      'RECORD_NOT_FOUND',
      'RECORD_EXPLAINED',
      'RECORD_DIFFERS',
      'PAYMENT_NOT_FOUND',
      'PAYOUT_NOT_FOUND',
      'TRADE_NOT_FOUND',
      'TRADE_EXPIRED',
      'TRADER_NOT_FOUND',
      'WRONG_STATUS',
      'BANK_REFERENCE_USED',
      'ITEM_CLAIMED',
      'OWN_WALLET',
      'OWN_BENEFIT',
      'ALREADY_REQUESTED',
      'SUSPENDED',
      'OWES_COINS',
      'OPEN_DISPUTE',
    ],
    hasKey: true,
    mayWait: true,
    params: IdParams,
    body: ConfirmLineBody,
    reply: StatementLine,
  },
  'POST /confirm-exact': {
    right,
    summary: 'Confirms the proposals of up to 100 lines whose references are exact, each on its own',
    hasKey: true,
    body: ConfirmExactBody,
    reply: ConfirmExactReply,
  },
  'POST /:id/explain': {
    right,
    summary: 'Explains a line without a record, with a reason and a note',
    errors: ['LINE_NOT_FOUND', 'LINE_EXPLAINED'],
    params: IdParams,
    body: ExplainLineBody,
    reply: StatementLine,
  },
});

/** /api/admin/reconciliation: statements, records without a line, and days (W20). */
export const reconciliationCalls = callsBelow('/admin/reconciliation', 'operators: reconciliation', {
  'GET /': {
    summary: 'The last closed day, what is not explained, and its age',
    reply: ReconciliationFacts,
  },
  'GET /banks': {
    summary: 'Banks whose statements were imported, with the columns of their CSV',
    reply: z.array(StatementBank),
  },
  'POST /preview': {
    right,
    summary: 'Reads a statement (CSV or CAMT.053) without importing it',
    errors: ['BAD_STATEMENT'],
    needsRecentSignIn: false,
    form,
    reply: StatementPreview,
  },
  'POST /import': {
    right,
    summary: 'Imports a statement, and keeps its columns for the bank; a line that is known changes nothing',
    errors: ['BAD_STATEMENT'],
    form,
    reply: StatementImport,
  },
  'POST /settlements': {
    right,
    summary: 'Imports the settlements of some days from the API of the payment provider',
    errors: ['CARD_NOT_CONFIGURED', 'UNAVAILABLE'],
    body: DaysQuery,
    reply: StatementImport,
  },
  'GET /records': {
    summary: 'Payments, payouts, trades and settlements that no line explains, oldest first',
    query: BankRecordsQuery,
    reply: BankRecords,
  },
  'POST /records/:kind/:id/explain': {
    right,
    summary: 'Explains a record without a line, with a reason and a note',
    errors: ['RECORD_NOT_FOUND', 'RECORD_EXPLAINED'],
    params: RecordParams,
    body: ExplainRecordBody,
    reply: Message,
  },
  'POST /explanations/:id/withdraw': {
    right,
    summary: 'Withdraws an explanation; its line and its record are open again, and no decision is undone',
    errors: ['EXPLANATION_NOT_FOUND'],
    params: IdParams,
    body: WithdrawBody,
    reply: Message,
  },
  'GET /days': {
    summary: 'Days with lines or records, newest first: at most 62',
    query: DaysQuery,
    reply: z.array(BankDay),
  },
  'GET /days/:day': { summary: 'One day', params: DayParams, reply: BankDay },
  'POST /days/:day/close': {
    right,
    summary: 'Closes a day of which each line and each record is explained, and stores its totals and a hash',
    errors: ['DAY_NOT_OVER', 'DAY_OPEN', 'EARLIER_DAY_OPEN', 'DAY_CLOSED', 'OTHER_OPERATOR_NEEDED'],
    params: DayParams,
    reply: BankDay,
  },
  'GET /export': {
    summary: 'Both sides of some days as CSV, for the accountant; audited',
    limit: 'statement',
    needsRecentSignIn: true,
    query: DaysQuery,
    reply: csvReply,
  },
});
