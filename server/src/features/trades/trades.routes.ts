import { toKobo } from '@copup/shared/coins.ts';
import {
  BuyFields,
  BuyReply,
  DisputeFields,
  OpenTradeReply,
  ReserveBody,
  Trader,
  TraderParams,
} from '@copup/shared/trades.ts';
import { CursorQuery, IdempotencyHeaders, IdParams } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { replyInTime } from '../../reply-in-time.ts';
import { parseFields, readForm } from '../../uploads/read-form.ts';
import { MAX_IMAGE_BYTES, type Proof } from '../../uploads/uploads.ts';
import { buy, reserveTrade } from './buy.ts';
import { disputeTrade } from './dispute.ts';
import { lowestPriceKobo } from './trade-rules.ts';
import { screenshotMissing } from './trades.errors.ts';
import { findLastTrade, listTraders } from './trades.queries.ts';
import { toTrade, toTrader } from './trades.wire.ts';

const tags = ['trades'];
const SCREENSHOT = 'screenshot';
const formLimits = { pictureBytes: MAX_IMAGE_BYTES, fields: 4, pictureField: SCREENSHOT };

const buyErrors = ['TRADER_NOT_FOUND', 'OWN_TRADE', 'TRADE_OPEN', 'PRICE_DIFFERS', 'TRADE_LIMIT'] as const;

/** Calls of players: the traders, the own trades (W4, W16). */
export const tradesRoutes =
  (deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings' | 'uploads'>): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart);

    async function readProof<Shape extends z.ZodRawShape>(
      request: FastifyRequest,
      schema: z.ZodObject<Shape>,
    ): Promise<z.output<z.ZodObject<Shape>> & { screenshot: Proof }> {
      const { fields, picture } = await readForm(request, formLimits);
      if (!picture) throw screenshotMissing();
      const parsed = parseFields(schema, fields);
      return { ...parsed, screenshot: await deps.uploads.encodeProof(picture) };
    }

    app.get(
      '/trade/traders',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'Active traders, cheapest first; X-Next-Cursor continues',
          querystring: CursorQuery,
          response: { 200: z.array(Trader) },
        },
      },
      async ({ viewer, query }, reply) => {
        if (viewer.realm !== 0) return [];
        const lowest = lowestPriceKobo(deps.settings.get('payoutPriceRatioPercent'));
        return paged(reply, await listTraders(deps.db, lowest, query)).map(toTrader);
      },
    );

    app.get(
      '/trade/open',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags, summary: 'The own open trade', response: { 200: OpenTradeReply } },
      },
      async ({ viewer }) => {
        const found = await findLastTrade(deps.db, viewer.userId);
        const days = deps.settings.get('tradeDisputeDays');
        const trade = found ? toTrade(found.trade, found.trader, days) : null;
        const isOpen = trade?.status === 'reserved' || trade?.status === 'pending';
        const server_time = new Date(deps.clock.wallMs()).toISOString();
        return { trade: isOpen ? trade : null, last: isOpen ? null : trade, server_time };
      },
    );

    app.post(
      '/trade/reserve/:traderId',
      {
        config: { access: 'player', limit: 'payment', errors: [...buyErrors, 'TRADE_WAIT'] },
        schema: {
          tags,
          summary: 'Reserves coins of a trader; the reply has the account to pay (W4)',
          params: TraderParams,
          headers: IdempotencyHeaders,
          body: ReserveBody,
          response: { 200: BuyReply },
        },
      },
      ({ viewer, params, headers, body }) =>
        reserveTrade(deps, {
          viewer,
          traderId: params.traderId,
          points: body.coinAmount,
          totalKobo: toKobo(body.totalPrice),
          key: headers['idempotency-key'],
        }),
    );

    app.post(
      '/trade/:id/dispute',
      {
        config: {
          access: 'player',
          limit: 'payment',
          form: { picture: SCREENSHOT, fields: DisputeFields },
          errors: ['BAD_IMAGE', 'TRADE_NOT_FOUND', 'WRONG_STATUS', 'DISPUTE_CLOSED', 'SCREENSHOT_USED'],
        },
        schema: {
          tags,
          summary:
            'Asks operators to decide a rejected or expired trade once more, with a PNG, JPEG or WebP as evidence',
          params: IdParams,
          headers: IdempotencyHeaders,
          consumes: ['multipart/form-data'],
          response: { 200: BuyReply },
        },
      },
      async (request) => {
        const { viewer, params, headers } = request;
        const { note, screenshot } = await readProof(request, DisputeFields);
        return disputeTrade(deps, {
          tradeId: params.id,
          userId: viewer.userId,
          note,
          screenshot,
          key: headers['idempotency-key'],
        });
      },
    );

    app.post(
      '/tradeConfirm/buy/:traderId',
      {
        config: {
          access: 'player',
          limit: 'payment',
          form: { picture: SCREENSHOT, fields: BuyFields },
          errors: [...buyErrors, 'BAD_IMAGE', 'TRADE_EXPIRED', 'SCREENSHOT_USED'],
        },
        schema: {
          tags,
          summary:
            'Hands in the proof of a reservation, or buys without one: multipart/form-data with a PNG, JPEG or WebP of at most 2 MB',
          params: TraderParams,
          headers: IdempotencyHeaders,
          consumes: ['multipart/form-data'],
          response: { 200: BuyReply },
        },
      },
      async (request) => {
        const { viewer, params, headers } = request;
        const { coinAmount, totalPrice, screenshot } = await readProof(request, BuyFields);
        return replyInTime(() =>
          buy(deps, {
            viewer,
            traderId: params.traderId,
            points: coinAmount,
            totalKobo: totalPrice,
            screenshot,
            key: headers['idempotency-key'],
          }),
        );
      },
    );
  };
