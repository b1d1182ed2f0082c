import { BuyFields, BuyReply, OpenTradeReply, Trader, TraderParams } from '@copup/shared/trades.ts';
import { IdempotencyHeaders } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { parseFields, readForm } from '../../uploads/read-form.ts';
import { MAX_IMAGE_BYTES } from '../../uploads/uploads.ts';
import { buy } from './buy.ts';
import { lowestPriceKobo } from './trade-rules.ts';
import { screenshotMissing } from './trades.errors.ts';
import { findLastTrade, listTraders } from './trades.queries.ts';
import { toTrade, toTrader } from './trades.wire.ts';

const tags = ['trades'];
const SCREENSHOT = 'screenshot';
const formLimits = { pictureBytes: MAX_IMAGE_BYTES, fields: 4, pictureField: SCREENSHOT };

/** Calls of players: the traders, a purchase, and the own open trade (W4, W16). */
export const tradesRoutes =
  (deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings' | 'uploads'>): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart);

    app.get(
      '/trade/traders',
      {
        config: { access: 'user', limit: 'read' },
        schema: { tags, summary: 'Active traders, cheapest first', response: { 200: z.array(Trader) } },
      },
      async ({ viewer }) => {
        if (viewer.realm !== 0) return [];
        const lowest = lowestPriceKobo(deps.settings.get('payoutPriceRatioPercent'));
        return (await listTraders(deps.db, lowest)).map(toTrader);
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
        const trade = found ? toTrade(found.trade, found.trader) : null;
        const isOpen = trade?.status === 'pending';
        const server_time = new Date(deps.clock.wallMs()).toISOString();
        return { trade: isOpen ? trade : null, last: isOpen ? null : trade, server_time };
      },
    );

    app.post(
      '/tradeConfirm/buy/:traderId',
      {
        config: {
          access: 'player',
          limit: 'payment',
          form: { picture: SCREENSHOT, fields: BuyFields },
          errors: [
            'BAD_IMAGE',
            'TRADER_NOT_FOUND',
            'OWN_TRADE',
            'TRADE_OPEN',
            'PRICE_DIFFERS',
            'TRADE_LIMIT',
            'SCREENSHOT_USED',
          ],
        },
        schema: {
          tags,
          summary:
            'Buys coins from a trader: multipart/form-data with a PNG, JPEG or WebP of at most 2 MB that proves the payment',
          params: TraderParams,
          headers: IdempotencyHeaders,
          consumes: ['multipart/form-data'],
          response: { 200: BuyReply },
        },
      },
      async (request) => {
        const { viewer, params, headers } = request;
        const { fields, picture } = await readForm(request, formLimits);
        if (!picture) throw screenshotMissing();
        const { coinAmount, totalPrice } = parseFields(BuyFields, fields);
        return buy(deps, {
          viewer,
          traderId: params.traderId,
          points: coinAmount,
          totalKobo: totalPrice,
          screenshot: await deps.uploads.encodeProof(picture),
          key: headers['idempotency-key'],
        });
      },
    );
  };
