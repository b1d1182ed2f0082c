import { demoOnce } from '../../demo-content.ts';
import { instagramPosts, posts } from './content.tables.ts';
import { demoInstagramPosts, demoPosts } from './demo-catalogue.ts';

const DAY_MS = 24 * 3_600_000;

/** The posts and Instagram links of a demo (X11), created once. */
export const contentDemo = demoOnce('posts', async (tx, { clock }) => {
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
