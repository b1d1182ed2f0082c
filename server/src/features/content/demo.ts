import { inTransaction } from '../../db/in-transaction.ts';
import type { DemoContent } from '../../feature.ts';
import { instagramPosts, posts } from './content.tables.ts';
import { demoInstagramPosts, demoPosts } from './demo-catalogue.ts';

/** Key of the advisory lock; must differ from the other advisory locks on this database. */
const LOCK = 7_301_044;
const DAY_MS = 24 * 3_600_000;
const existsSql = 'SELECT FROM posts LIMIT 1';

/** The posts and Instagram links of a demo (X11), created once. */
export const contentDemo: DemoContent = {
  exists: async ({ pool }) => (await pool.query(existsSql)).rowCount !== 0,
  async renew({ db, clock }) {
    if ((await db.pool.query(existsSql)).rowCount !== 0) return;
    await inTransaction(db, async (tx) => {
      await tx.client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      if ((await tx.client.query(existsSql)).rowCount !== 0) return;
      await tx.orm.insert(posts).values(
        demoPosts.map(({ category, title, paragraphs, agoDays }) => ({
          ...{ category, title, description: paragraphs.join('\n\n') },
          isPublished: true,
          publishedAt: new Date(clock.wallMs() - agoDays * DAY_MS),
        })),
      );
      await tx.orm
        .insert(instagramPosts)
        .values([...demoInstagramPosts])
        .onConflictDoNothing();
    });
  },
};
