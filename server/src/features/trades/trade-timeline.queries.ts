import { decidedTimeline } from '../../operators/decided-timeline.ts';

/** What happened to a trade; the trader may be a user. */
export const tradeTimeline = decidedTimeline({
  kind: 'trade',
  table: 'trades',
  changedAt: 'coalesce(v.decided_at, v.created_at)',
  async links(db, id) {
    const { rows } = await db.pool.query<{ userId: string | null }>({
      name: 'trade-timeline-trader',
      text: `SELECT s.user_id AS "userId" FROM trades v JOIN traders s ON s.id = v.trader_id WHERE v.id = $1`,
      values: [Number(id)],
    });
    const userId = rows[0]?.userId;
    return userId ? [{ kind: 'user', id: userId, label: 'Trader' }] : [];
  },
});
