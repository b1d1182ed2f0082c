import { z } from 'zod';
import { defineCalls, pictureReply } from '../call.ts';
import {
  AdminTrade,
  AdminTrader,
  AdminTradesQuery,
  BuyFields,
  BuyReply,
  DisputeFields,
  OpenTradeReply,
  ReserveBody,
  Trade,
  Trader,
  TraderParams,
  TraderStockBody,
} from '../trades.ts';
import { CursorQuery, IdParams } from '../wire.ts';
import { decidedCalls } from './decisions.ts';
import { recordCalls } from './records.ts';

const buyErrors = ['TRADER_NOT_FOUND', 'OWN_TRADE', 'TRADE_OPEN', 'PRICE_DIFFERS', 'TRADE_LIMIT'] as const;
const SCREENSHOT = 'screenshot';

/** Calls of players: the traders, the own trades (W4, W16). */
export const tradesCalls = defineCalls('trades', {
  'GET /trade/traders': {
    summary: 'Active traders, cheapest first; X-Next-Cursor continues',
    query: CursorQuery,
    reply: z.array(Trader),
  },
  'GET /trade/open': {
    summary: 'The own open trade',
    reply: OpenTradeReply,
  },
  'GET /trade/:id': {
    summary: 'One of the own trades',
    errors: ['TRADE_NOT_FOUND'],
    params: IdParams,
    reply: Trade,
  },
  'POST /trade/reserve/:traderId': {
    summary: 'Reserves coins of a trader; the reply has the account to pay (W4)',
    access: 'player',
    limit: 'payment',
    errors: [...buyErrors, 'TRADE_WAIT'],
    params: TraderParams,
    hasKey: true,
    body: ReserveBody,
    reply: BuyReply,
  },
  'POST /trade/:id/cancel': {
    summary: 'Ends the own reservation; its coins return to the trader at once (W4)',
    access: 'player',
    limit: 'payment',
    errors: ['TRADE_NOT_FOUND', 'WRONG_STATUS'],
    params: IdParams,
    hasKey: true,
    reply: BuyReply,
  },
  'POST /trade/:id/dispute': {
    summary:
      'Asks operators to decide a rejected or expired trade once more, with a PNG, JPEG or WebP as evidence',
    isForSuspended: true,
    access: 'player',
    limit: 'payment',
    form: { picture: SCREENSHOT, fields: DisputeFields },
    errors: ['BAD_IMAGE', 'TRADE_NOT_FOUND', 'WRONG_STATUS', 'DISPUTE_CLOSED', 'SCREENSHOT_USED'],
    params: IdParams,
    hasKey: true,
    reply: BuyReply,
  },
  'POST /tradeConfirm/buy/:traderId': {
    summary:
      'Hands in the proof of a reservation, or buys without one: multipart/form-data with a PNG, JPEG or WebP of at most 2 MB',
    access: 'player',
    limit: 'payment',
    form: { picture: SCREENSHOT, fields: BuyFields },
    errors: [...buyErrors, 'BAD_IMAGE', 'TRADE_EXPIRED', 'SCREENSHOT_USED'],
    params: TraderParams,
    hasKey: true,
    reply: BuyReply,
  },
});

/** /api/admin/traders: traders and their prices (W16). */
export const tradersCalls = recordCalls('trader', {
  tag: 'operators: traders',
  right: 'payments',
  notFound: 'TRADER_NOT_FOUND',
  summaries: {
    create: 'Creates a trader with an empty stock',
    edit: 'Edits a trader; open trades keep their price and account. 202 when user or account change, which a second operator has to approve (W16)',
  },
  createErrors: ['PRICE_TOO_LOW', 'USER_NOT_FOUND'],
  editErrors: ['PRICE_TOO_LOW', 'USER_NOT_FOUND', 'ALREADY_REQUESTED'],
  mayWait: true,
  reply: AdminTrader,
});

/** POST /api/admin/traders/{id}/stock: the coins that a trader sells (O3, W16). */
export const stockCalls = defineCalls('operators: traders', {
  'POST /admin/traders/:id/stock': {
    right: 'payments',
    summary: 'Funds a trader’s stock, or withdraws from it; 202 when a second operator has to approve (O3a)',
    errors: ['TRADER_NOT_FOUND', 'NOT_ENOUGH_COINS', 'OWN_WALLET'],
    params: IdParams,
    hasKey: true,
    body: TraderStockBody,
    reply: AdminTrader,
    mayWait: true,
  },
});

/** /api/admin/trades: trades that wait for operators (W4, O3). */
export const tradesAdminCalls = decidedCalls('/admin/trades', {
  tag: 'operators: trades',
  right: 'payments',
  summaries: { list: 'All trades; the total is in Content-Range', one: 'One trade' },
  errors: ['TRADE_NOT_FOUND', 'WRONG_STATUS', 'TRADE_EXPIRED'],
  filters: AdminTradesQuery,
  reply: AdminTrade,
  decisions: {
    approve: {
      summary: 'Pays a trade out to its buyer, once (W4); 202 when a second operator has to approve (O3a)',
      effect: 'credit',
      needs: 'bank_reference',
    },
    reject: {
      summary: 'Rejects a trade with a reason that the buyer reads; reserved coins return to the trader',
      effect: 'none',
      needs: 'reason',
      errors: ['OWN_BENEFIT'],
    },
  },
});

const picture = { errors: ['NOT_FOUND'], params: IdParams, reply: pictureReply } as const;

/** The pictures that prove a payment. */
export const tradePicturesCalls = defineCalls('operators: trades', {
  'GET /admin/trades/:id/screenshot': {
    summary: 'The proof of payment, kept for 180 days',
    ...picture,
  },
  'GET /admin/trades/:id/evidence': {
    summary: 'The picture of a dispute, kept for 180 days',
    ...picture,
  },
});
