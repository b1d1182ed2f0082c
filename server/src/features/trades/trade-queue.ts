import { tradePicturesCalls, tradesAdminCalls } from '@copup/shared/calls/trades.ts';
import { KOBO_PER_NAIRA } from '@copup/shared/coins.ts';
import { dueAfterMsOf } from '@copup/shared/queues.ts';
import type { AdminTrade } from '@copup/shared/trades.ts';
import { type DecidedQueue, matchesBy, type QueueRow, toQueueItem } from '../../decisions/decided-queue.ts';
import type { Deps } from '../../deps.ts';
import { dueAfter } from '../../operators/read-queue.ts';
import { routes } from '../../routes.ts';
import { sentPicture } from '../../uploads/picture-reply.ts';
import { type LockedTrade, tradeKind } from './trade-kind.ts';
import { DECIDED_WITHIN_MS } from './trade-rules.ts';
import { findScreenshot } from './trades.queries.ts';

/** A trade as the operators' queue shows it. */
export interface QueuedTrade
  extends QueueRow<AdminTrade['status']>,
    Pick<AdminTrade, 'trader_id' | 'trader' | 'note'> {
  price_kobo: number;
  expires_at: Date;
  stock_until: Date | null;
  disputed_at: Date | null;
  has_proof: boolean;
}

/** /api/admin/trades (O3). */
export const tradeQueue: DecidedQueue<LockedTrade, QueuedTrade, typeof tradesAdminCalls> = {
  calls: tradesAdminCalls,
  kind: tradeKind,
  table: 'trades',
  columns: `v.trader_id, s.name AS trader, v.price_kobo, v.expires_at, v.stock_until, v.disputed_at, v.note,
    v.proved_at < coalesce(v.disputed_at, 'infinity') AS has_proof`,
  joined: 'JOIN traders s ON s.id = v.trader_id',
  record: { counted: `h.status IN ('approved', 'rejected')`, approved: `h.status = 'approved'` },
  changedAt: 'coalesce(v.decided_at, v.created_at)',
  matches: matchesBy(),
  toReply: (row) => ({
    ...toQueueItem(row),
    price: row.price_kobo / KOBO_PER_NAIRA,
    screenshot: row.has_proof ? `/api/admin/trades/${row.id}/screenshot` : null,
    evidence: row.disputed_at ? `/api/admin/trades/${row.id}/evidence` : null,
    stock_until: row.stock_until?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  }),
  search: { by: ['bank reference'], detailOf: ({ id, trader, status }) => `${id}, ${trader}, ${status}` },
  // The trader may be a user.
  async links(db, id) {
    const { rows } = await db.pool.query<{ userId: string | null }>({
      name: 'trade-timeline-trader',
      text: `SELECT s.user_id AS "userId" FROM trades v JOIN traders s ON s.id = v.trader_id WHERE v.id = $1`,
      values: [Number(id)],
    });
    const userId = rows[0]?.userId;
    return userId ? [{ kind: 'user', id: userId, label: 'Trader' }] : [];
  },
  waiting: {
    // Soon, since the buyer has paid, and a dispute within its own time.
    dueAt: (
      row,
    ) => `CASE WHEN ${row}.disputed_at IS NOT NULL THEN ${dueAfter(`${row}.disputed_at`, DECIDED_WITHIN_MS)}
      WHEN ${row}.status = 'pending' THEN ${dueAfter(`${row}.proved_at`, dueAfterMsOf('trades'))} END`,
    oldest: {
      name: 'u.full_name',
      item: 'r.name',
      coins: 't.bid_points',
      naira: 't.price_kobo / 100.0',
      joins: 'JOIN users u ON u.id = t.user_id JOIN traders r ON r.id = t.trader_id',
    },
  },
};

/** The pictures that prove a payment. */
export const tradePictures = ({ db }: Pick<Deps, 'db'>) =>
  routes(tradePicturesCalls, {
    'GET /admin/trades/:id/screenshot': sentPicture((id) => findScreenshot(db, id, false)),
    'GET /admin/trades/:id/evidence': sentPicture((id) => findScreenshot(db, id, true)),
  });
