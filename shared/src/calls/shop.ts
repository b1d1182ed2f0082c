import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  AdminPackage,
  AdminPayment,
  AdminPaymentsQuery,
  BankDetails,
  CoinPackage,
  ManualPaymentBody,
  ManualPaymentReply,
  PaymentChoiceBody,
  PaymentChoiceReply,
  PaymentHistoryItem,
  TransferAccount,
  TransferReferenceBody,
  TransferReferenceReply,
} from '../shop.ts';
import { CursorQuery, IdParams } from '../wire.ts';
import { decidedCalls } from './decisions.ts';
import { recordCalls } from './records.ts';

/** The coin shop, bank transfers and the user's own payments (W2, W11). */
export const shopCalls = defineCalls('coin shop', {
  'GET /bidShop/all': {
    summary: 'The packages of the coin shop, the smallest first; prices in naira',
    query: CursorQuery,
    reply: z.array(CoinPackage),
  },
  'GET /bidShop/bank-details': {
    summary: 'The account to which bank transfers are paid; empty until operators set it',
    reply: BankDetails,
  },
  'POST /manualPayment/reference': {
    summary:
      'The reference to quote in the next bank transfer for a package, the same until it is announced (W2)',
    errors: ['PRICE_DIFFERS', 'TOO_MANY_OPEN_PAYMENTS'],
    body: TransferReferenceBody,
    reply: TransferReferenceReply,
  },
  'POST /manualPayment/manual-payment': {
    summary: 'Announces a bank transfer for a package; the reply has the reference to quote (W2)',
    limit: 'payment',
    errors: ['PRICE_DIFFERS', 'TOO_MANY_OPEN_PAYMENTS', 'WRONG_STATUS'],
    hasKey: true,
    body: ManualPaymentBody,
    reply: ManualPaymentReply,
  },
  'POST /manualPayment/account': {
    summary:
      'Opens an account of the bank for one transfer that is credited by itself (W18), the same while it is open; UNAVAILABLE while the provider is down',
    limit: 'payment',
    errors: ['CARD_NOT_CONFIGURED', 'PRICE_DIFFERS', 'TOO_MANY_OPEN_PAYMENTS'],
    body: TransferReferenceBody,
    reply: TransferAccount,
  },
  'GET /manualPayment/:id/account': {
    summary: 'The account of an own payment, and whether its transfer arrived (W18)',
    errors: ['PAYMENT_NOT_FOUND'],
    params: IdParams,
    reply: TransferAccount,
  },
  'POST /manualPayment/:id/choice': {
    summary: 'After too little arrived: the buyer sent the rest, or wants the money back (W2a)',
    errors: ['PAYMENT_NOT_FOUND', 'WRONG_STATUS'],
    hasKey: true,
    params: IdParams,
    body: PaymentChoiceBody,
    reply: PaymentChoiceReply,
  },
  'GET /manualPayment/payment-history': {
    summary: 'Own bank transfers, card payments and P2P trades, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(PaymentHistoryItem),
  },
});

/** /api/admin/packages: what the coin shop sells. */
export const packagesCalls = recordCalls('package', {
  tag: 'operators: coin shop',
  right: 'payments',
  notFound: 'PACKAGE_NOT_FOUND',
  summaries: { create: 'Creates a package', edit: 'Changes the given fields of a package' },
  createErrors: ['PRICE_TOO_LOW'],
  editErrors: ['PRICE_TOO_LOW'],
  reply: AdminPackage,
});

/** /api/admin/payments: bank transfers for coins (W2, O3). */
export const paymentsAdminCalls = decidedCalls('/admin/payments', {
  tag: 'operators: coin shop',
  right: 'payments',
  summaries: { list: 'All bank transfers; the total is in Content-Range', one: 'One bank transfer' },
  errors: ['PAYMENT_NOT_FOUND', 'WRONG_STATUS'],
  filters: AdminPaymentsQuery,
  reply: AdminPayment,
  decisions: {
    approve: {
      summary: 'Credits a bank transfer, once (W2); 202 when a second operator has to approve (O3a)',
      effect: 'credit',
      needs: 'bank_reference',
    },
    record: {
      summary: 'Records another amount than the price that arrived; the buyer chooses what happens (W2a)',
      effect: 'none',
      needs: 'transfer',
      errors: ['OWN_WALLET'],
    },
    return: {
      summary: 'Records that money went back to the account it came from (W2a); 202 as an approval',
      effect: 'none',
      needs: 'bank_reference',
      isCounted: true,
    },
    reject: {
      summary: 'Rejects a bank transfer with a reason that the buyer reads; what arrived goes back (W2a)',
      effect: 'none',
      needs: 'reason',
    },
  },
});
