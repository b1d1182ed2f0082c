import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  BankDetails,
  CoinPackage,
  ManualPaymentBody,
  ManualPaymentReply,
  PaymentHistoryItem,
} from '../shop.ts';
import { CursorQuery } from '../wire.ts';

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
  'POST /manualPayment/manual-payment': {
    summary: 'Announces a bank transfer for a package; the reply has the reference to quote (W2)',
    limit: 'payment',
    errors: ['PRICE_DIFFERS', 'TOO_MANY_OPEN_PAYMENTS'],
    hasKey: true,
    body: ManualPaymentBody,
    reply: ManualPaymentReply,
  },
  'GET /manualPayment/payment-history': {
    summary: 'Own bank transfers, card payments and P2P trades, newest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(PaymentHistoryItem),
  },
});
