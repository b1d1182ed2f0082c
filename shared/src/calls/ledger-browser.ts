import { csvReply, defineCalls } from '../call.ts';
import {
  LedgerAudit,
  LedgerEntriesReply,
  LedgerTransfer,
  LedgerTransfersQuery,
  LedgerTransfersReply,
  LedgerWallet,
  Liabilities,
  LiabilitiesQuery,
  UserIdParams,
} from '../ledger.ts';
import { TimelineQuery } from '../timeline.ts';
import { UuidParams } from '../wire.ts';

const paged = 'Pass `next` as `before` for the next page. A page may be short before the end.';
const ofUser = { errors: ['USER_NOT_FOUND'] } as const;

const file = { limit: 'statement', needsRecentSignIn: true } as const;

/** CSV files of the ledger (O1): read and sent in chunks; each download is audited. */
export const ledgerCsvCalls = defineCalls('operators: ledger', {
  'GET /admin/ledger/transfers/csv': {
    summary: 'Transfers as CSV, a line for each posting, newest first; audited',
    ...file,
    query: LedgerTransfersQuery.omit({ limit: true, before: true }),
    reply: csvReply,
  },
  'GET /admin/ledger/wallets/:userId/csv': {
    summary: 'The timeline of a user as CSV, newest first; audited',
    ...file,
    params: UserIdParams,
    query: TimelineQuery.pick({ filter: true }),
    reply: csvReply,
  },
});

/** /api/admin/ledger (O1, O3): read-only. */
export const ledgerCalls = defineCalls('operators: ledger', {
  'GET /admin/ledger/transfers': {
    summary: 'Transfers with their postings, newest first',
    description: paged,
    query: LedgerTransfersQuery,
    reply: LedgerTransfersReply,
  },
  'GET /admin/ledger/transfers/:id': {
    summary: 'One transfer with its postings',
    errors: ['NOT_FOUND'],
    params: UuidParams,
    reply: LedgerTransfer,
  },
  'GET /admin/ledger/wallets/:userId': {
    summary: 'Balances, open holds and debts of a user',
    ...ofUser,
    params: UserIdParams,
    reply: LedgerWallet,
  },
  'GET /admin/ledger/wallets/:userId/entries': {
    summary: 'The timeline of a user, with the transfers',
    description: paged,
    params: UserIdParams,
    query: TimelineQuery,
    reply: LedgerEntriesReply,
  },
  'GET /admin/ledger/liabilities': {
    summary: 'What the platform owes in coins, against what was paid in and out',
    query: LiabilitiesQuery,
    reply: Liabilities,
  },
  'GET /admin/ledger/audit': {
    summary: 'The result of the last audit',
    reply: LedgerAudit,
  },
});
