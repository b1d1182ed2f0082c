import { tradesCalls } from '@copup/shared/calls/trades.ts';
import { toKobo } from '@copup/shared/coins.ts';
import { BuyFields, DisputeFields } from '@copup/shared/trades.ts';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { replyInTime } from '../../deadline.ts';
import type { Deps } from '../../deps.ts';
import { paged } from '../../paged.ts';
import { routes } from '../../routes.ts';
import { parseFields, readForm } from '../../uploads/read-form.ts';
import { MAX_IMAGE_BYTES, type Proof } from '../../uploads/uploads.ts';
import { buy, reserveTrade } from './buy.ts';
import { disputeTrade } from './dispute.ts';
import { cancelTrade } from './end-reservations.ts';
import { lowestPriceKobo } from './trade-rules.ts';
import { screenshotMissing, tradeNotFound } from './trades.errors.ts';
import { findLastTrade, findTrade, getTrader, listTraders } from './trades.queries.ts';
import { toTrade, toTrader } from './trades.wire.ts';

const SCREENSHOT = 'screenshot';
const formLimits = { pictureBytes: MAX_IMAGE_BYTES, fields: 4, pictureField: SCREENSHOT };

/** Calls of players: the traders, the own trades (W4, W16). */
export const tradesRoutes = (deps: Pick<Deps, 'clock' | 'db' | 'jobs' | 'newId' | 'settings' | 'uploads'>) =>
  routes(tradesCalls, {
    'GET /trade/traders': async ({ viewer, query }, reply) => {
      if (viewer.realm !== 0) return [];
      const lowest = lowestPriceKobo(deps.settings.get('payoutPriceRatioPercent'));
      return paged(reply, await listTraders(deps.db, lowest, query)).map(toTrader);
    },

    'GET /trade/open': async ({ viewer }) => {
      const found = await findLastTrade(deps.db, viewer.userId);
      const days = deps.settings.get('tradeDisputeDays');
      const trade = found ? toTrade(found.trade, found.trader, days) : null;
      const isOpen = trade?.status === 'reserved' || trade?.status === 'pending';
      const server_time = new Date(deps.clock.wallMs()).toISOString();
      return { trade: isOpen ? trade : null, last: isOpen ? null : trade, server_time };
    },

    'GET /trade/:id': async ({ viewer, params }) => {
      const trade = await findTrade(deps.db, params.id);
      if (trade?.userId !== viewer.userId) throw tradeNotFound();
      const { name } = await getTrader(deps.db, trade.traderId);
      return toTrade(trade, name, deps.settings.get('tradeDisputeDays'));
    },

    'POST /trade/reserve/:traderId': ({ viewer, params, key, body }) =>
      reserveTrade(deps, {
        viewer,
        traderId: params.traderId,
        points: body.coinAmount,
        totalKobo: toKobo(body.totalPrice),
        key,
      }),

    'POST /trade/:id/cancel': ({ viewer, params, key }) =>
      cancelTrade(deps, { tradeId: params.id, userId: viewer.userId, key }),

    'POST /trade/:id/dispute': async (request) => {
      const { viewer, params, key } = request;
      const { note, screenshot } = await readProof(deps, request, DisputeFields);
      return disputeTrade(deps, {
        tradeId: params.id,
        userId: viewer.userId,
        note,
        screenshot,
        key,
      });
    },

    'POST /tradeConfirm/buy/:traderId': async (request) => {
      const { viewer, params, key } = request;
      const { coinAmount, totalPrice, screenshot } = await readProof(deps, request, BuyFields);
      return replyInTime(() =>
        buy(deps, {
          viewer,
          traderId: params.traderId,
          points: coinAmount,
          totalKobo: totalPrice,
          screenshot,
          key,
        }),
      );
    },
  });

/** Reads a form with a screenshot. Throws VALIDATION_FAILED without one, and what `readForm` throws. */
async function readProof<Shape extends z.ZodRawShape>(
  { uploads }: Pick<Deps, 'uploads'>,
  request: FastifyRequest,
  schema: z.ZodObject<Shape>,
): Promise<z.output<z.ZodObject<Shape>> & { screenshot: Proof }> {
  const { fields, picture } = await readForm(request, formLimits);
  if (!picture) throw screenshotMissing();
  const parsed = parseFields(schema, fields);
  return { ...parsed, screenshot: await uploads.encodeProof(picture) };
}
