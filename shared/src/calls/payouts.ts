import { z } from 'zod';
import { callsBelow, csvReply, defineCalls } from '../call.ts';
import { DecidedSeveral } from '../decided-several.ts';
import {
  AccountNameBody,
  AccountNameReply,
  AdminBank,
  AdminPayout,
  AdminPayoutsQuery,
  Bank,
  BankFileBody,
  Payout,
  PayoutBody,
  PayoutReply,
  PayoutTerms,
  PayPayoutsBody,
} from '../payouts.ts';
import { CursorQuery } from '../wire.ts';
import { decidedCalls } from './decisions.ts';
import { recordCalls } from './records.ts';

/** Payouts of the signed-in user; no other user's payouts can be addressed. */
export const payoutsCalls = defineCalls('payouts', {
  'GET /user/payout-terms': {
    summary: 'How many coins can be paid out now, and why not more (W3)',
    reply: PayoutTerms,
  },
  'GET /user/banks': {
    summary: 'Banks by name; closed ones refuse new payouts and have a note; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Bank),
  },
  'GET /tap/payout-history': {
    summary: 'Own payouts, newest first; the cursor of the next page is in X-Next-Cursor (X1)',
    query: CursorQuery,
    reply: z.array(Payout),
  },
  'POST /tradeConfirm/account-name': {
    summary: 'The name that the bank has for an account, before a payout to it is requested (W19)',
    access: 'player',
    limit: 'payout',
    errors: [
      'PIN_NOT_SET',
      'PIN_LOCKED',
      'WAITING_PERIOD',
      'OWES_COINS',
      'PAYOUT_OPEN',
      'PAYOUT_LIMIT',
      'BANK_NOT_FOUND',
      'BANK_CLOSED',
      'NOT_ENOUGH_COINS',
      'ACCOUNT_NOT_FOUND',
      'ENQUIRY_LIMIT',
      'EMAIL_NEEDED',
    ],
    body: AccountNameBody,
    reply: AccountNameReply,
  },
  'POST /tradeConfirm/payout': {
    summary: 'Requests a payout; its coins are held until it is decided (W3, W14)',
    access: 'player',
    limit: 'payout',
    errors: [
      'PIN_NEEDED',
      'PIN_NOT_SET',
      'WRONG_PIN',
      'PIN_LOCKED',
      'WAITING_PERIOD',
      'OWES_COINS',
      'PAYOUT_OPEN',
      'PAYOUT_LIMIT',
      'BANK_NOT_FOUND',
      'BANK_CLOSED',
      'NOT_ENOUGH_COINS',
    ],
    hasKey: true,
    body: PayoutBody,
    reply: PayoutReply,
  },
});

/** /api/admin/banks: the banks that payouts go to. */
export const banksCalls = recordCalls('bank', {
  tag: 'operators: banks',
  right: 'payments',
  notFound: 'BANK_NOT_FOUND',
  summaries: { create: 'Adds a bank', edit: 'Changes a bank; a closed one refuses new payouts' },
  reply: AdminBank,
});

/** /api/admin/payouts: payouts that wait for operators (W3, O3). */
export const payoutsAdminCalls = decidedCalls('/admin/payouts', {
  tag: 'operators: payouts',
  right: 'payments',
  summaries: { list: 'All payouts; the total is in Content-Range', one: 'One payout' },
  errors: [
    'PAYOUT_NOT_FOUND',
    'WRONG_STATUS',
    'OWN_WALLET',
    'SUSPENDED',
    'OWES_COINS',
    'OPEN_DISPUTE',
    'PAYOUT_SENDING',
  ],
  filters: AdminPayoutsQuery,
  reply: AdminPayout,
  decisions: {
    approve: {
      summary: 'Captures the held coins (W3); 202 when a second operator has to approve (O3a)',
      effect: 'capture',
    },
    pay: {
      summary: 'Marks an approved payout as paid, with the reference of the bank (W3)',
      effect: 'none',
      needs: 'bank_reference',
    },
    return: {
      summary:
        'Returns the coins of an approved payout, once (W3); 202 when a second operator has to approve (O3a)',
      effect: 'return',
      needs: 'reason',
    },
    reject: {
      summary: 'Releases the held coins, with a reason that the user sees (W3)',
      effect: 'release',
      needs: 'reason',
    },
  },
});

/** /api/admin/payouts: approved payouts that one file of the bank sends (W3, O3). */
export const payoutBatchCalls = callsBelow('/admin/payouts', 'operators: payouts', {
  'POST /bank-file': {
    right: 'payments',
    summary: 'A file for the bank with several approved payouts, as CSV; audited',
    errors: ['WRONG_STATUS', 'PAYOUT_NOT_FOUND', 'PAYOUT_SENDING'],
    body: BankFileBody,
    reply: csvReply,
  },
  'POST /pay': {
    right: 'payments',
    summary:
      'Marks several approved payouts as paid with the reference of the bank; those that cannot be are returned with the reason',
    hasKey: true,
    body: PayPayoutsBody,
    reply: DecidedSeveral,
  },
});
