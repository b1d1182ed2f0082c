import { z } from 'zod';
import { defineCalls } from '../call.ts';
import {
  BuyFields,
  BuyReply,
  DisputeFields,
  OpenTradeReply,
  ReserveBody,
  Trader,
  TraderParams,
} from '../trades.ts';
import { CursorQuery, IdParams } from '../wire.ts';

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
  'POST /trade/:id/dispute': {
    summary:
      'Asks operators to decide a rejected or expired trade once more, with a PNG, JPEG or WebP as evidence',
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
