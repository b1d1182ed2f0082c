import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { Bank, Payout, PayoutBody, PayoutReply, PayoutTerms } from '../payouts.ts';
import { CursorQuery } from '../wire.ts';

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
