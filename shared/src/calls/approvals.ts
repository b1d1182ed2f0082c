import { Approval, ApprovalsQuery } from '../admin.ts';
import { callsBelow, listCall } from '../call.ts';
import { IdParams } from '../wire.ts';

/** Refusals of a decision, and of the actions that it executes. */
const errors = [
  'APPROVAL_NOT_FOUND',
  'ALREADY_DECIDED',
  'ITEM_CLAIMED',
  'OWN_REQUEST',
  'OWN_BENEFIT',
  'SAME_PROMOTION',
  'SAME_DEVICE',
  'TOO_NEW_TO_APPROVE',
  'REQUESTER_NOT_OPERATOR',
  'RIGHT_NEEDED',
  'USER_NOT_FOUND',
  'ORDER_NOT_FOUND',
  'ORDER_STATUS',
  'AUCTION_NOT_EDITABLE',
  'CONTEST_NOT_EDITABLE',
  'HEIST_NOT_EDITABLE',
  'REWARDS_TOO_LOW',
  'SUSPENDED',
  'OWES_COINS',
  'OPEN_DISPUTE',
  'YOUNG_COINS',
  'PAYOUT_NOT_FOUND',
  'WRONG_STATUS',
  'OWN_WALLET',
  'NOT_ENOUGH_COINS',
  'TRADER_NOT_FOUND',
  'TRADE_NOT_FOUND',
  'TRADE_EXPIRED',
  'BANK_REFERENCE_USED',
  'HEIST_NOT_FOUND',
  'HEIST_NOT_STARTED',
  'HEIST_ENDED',
  'FIXTURE_NOT_FOUND',
  'RESULT_EXISTS',
  'NO_RESULT',
  'SAME_RESULT',
  'BET_NOT_FOUND',
] as const;
const decided = { right: 'approvals', errors, params: IdParams, hasKey: true, reply: Approval } as const;

/** /api/admin/approvals: requests that wait for a second operator (O3a). */
export const approvalsCalls = callsBelow('/admin/approvals', 'operators: approvals', {
  'GET /': listCall(
    'Requests for a second operator; the total is in Content-Range',
    ApprovalsQuery,
    Approval,
  ),
  'GET /:id': {
    summary: 'One request',
    errors: ['APPROVAL_NOT_FOUND'],
    params: IdParams,
    reply: Approval,
  },
  'POST /:id/approve': { summary: 'Approves a request and executes its action', ...decided },
  'POST /:id/reject': { summary: 'Rejects a request', ...decided },
});
