import type { EditInstagramPostBody, NewInstagramPostBody } from '@copup/shared/content.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction } from '../../db/in-transaction.ts';
import { brokenConstraint } from '../../db/pg-errors.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { instagramPostNotFound, instagramUrlTaken } from './content.errors.ts';
import { type InstagramRow, instagramPosts } from './content.tables.ts';

const UNIQUE_URL = 'instagram_posts_url_key';

/** Adds a link to an Instagram post or reel. Each address is in the list once. Audited. */
export async function createInstagramPost(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  body: z.output<typeof NewInstagramPostBody>,
): Promise<InstagramRow> {
  const { instagram_url: url, title, is_published: isPublished } = body;
  return refusingTakenUrls(() =>
    inTransaction(db, async (tx) => {
      const [row] = await tx.orm.insert(instagramPosts).values({ url, title, isPublished }).returning();
      invariant(row, 'the insert of an Instagram post returned no row');
      const subject = subjectOf(row.id);
      await writeAudit(tx, { operatorId, action: 'instagram-post.create', subject, details: body });
      return row;
    }),
  );
}

/** Changes the given fields of a link, publishes or hides it. Audited. */
export async function editInstagramPost(
  { db }: Pick<Deps, 'db'>,
  { id, operatorId, body }: { id: number; operatorId: string; body: z.output<typeof EditInstagramPostBody> },
): Promise<InstagramRow> {
  const { instagram_url: url, title, is_published: isPublished } = body;
  return refusingTakenUrls(() =>
    inTransaction(db, async (tx) => {
      const [row] = await tx.orm
        .update(instagramPosts)
        .set({
          ...(url !== undefined && { url }),
          ...(title !== undefined && { title }),
          ...(isPublished !== undefined && { isPublished }),
          updatedAt: sql`clock_timestamp()`,
        })
        .where(eq(instagramPosts.id, id))
        .returning();
      if (!row) throw instagramPostNotFound();
      const subject = subjectOf(id);
      await writeAudit(tx, { operatorId, action: 'instagram-post.edit', subject, details: body });
      return row;
    }),
  );
}

async function refusingTakenUrls<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw brokenConstraint(error) === UNIQUE_URL ? instagramUrlTaken() : error;
  }
}

const subjectOf = (id: number) => ({ kind: 'instagram-post', id: String(id) });
