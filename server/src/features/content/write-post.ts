import type { EditPostBody, NewPostBody } from '@copup/shared/content.ts';
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { postNotFound } from './content.errors.ts';
import { type PostRow, posts } from './content.tables.ts';
import { lockPost } from './posts.queries.ts';

interface Target {
  id: number;
  operatorId: string;
}

/** The first publication sets the date of a post; later ones keep it. */
const firstPublication = sql`coalesce(${posts.publishedAt}, clock_timestamp())`;

/** Creates a post, published or as a draft. Audited. */
export async function createPost(
  { db }: Pick<Deps, 'db'>,
  operatorId: string,
  body: z.output<typeof NewPostBody>,
): Promise<PostRow> {
  const { is_published: isPublished, ...text } = body;
  return inTransaction(db, async (tx) => {
    const [row] = await tx.orm
      .insert(posts)
      .values({ ...text, isPublished, publishedAt: isPublished ? sql`clock_timestamp()` : null })
      .returning();
    invariant(row, 'the insert of a post returned no row');
    await writeAudit(tx, { operatorId, action: 'post.create', subject: subjectOf(row.id), details: body });
    return row;
  });
}

/** Changes the given fields of a post, publishes or hides it. Audited. */
export async function editPost(
  { db }: Pick<Deps, 'db'>,
  { id, operatorId, body }: Target & { body: z.output<typeof EditPostBody> },
): Promise<PostRow> {
  const { is_published: isPublished, ...text } = body;
  return inTransaction(db, async (tx) => {
    if (!(await lockPost(tx, id))) throw postNotFound();
    const row = await update(tx, id, {
      ...text,
      ...(isPublished !== undefined && { isPublished }),
      ...(isPublished === true && { publishedAt: firstPublication }),
    });
    await writeAudit(tx, { operatorId, action: 'post.edit', subject: subjectOf(id), details: body });
    return row;
  });
}

/** Replaces the picture of a post and removes the previous one. Audited. */
export async function replacePostPicture(
  { db, uploads }: Pick<Deps, 'db' | 'uploads'>,
  { id, operatorId }: Target,
  picture: Buffer,
): Promise<PostRow> {
  const { row } = await uploads.replaceImage(picture, (image) =>
    inTransaction(db, async (tx) => {
      const before = await lockPost(tx, id);
      if (!before) throw postNotFound();
      const row = await update(tx, id, { image });
      await writeAudit(tx, { operatorId, action: 'post.image', subject: subjectOf(id) });
      return { replaced: before.image, row };
    }),
  );
  return row;
}

type Changes = Parameters<ReturnType<Transaction['orm']['update']>['set']>[0];

async function update(tx: Transaction, id: number, values: Changes): Promise<PostRow> {
  const [row] = await tx.orm
    .update(posts)
    .set({ ...values, updatedAt: sql`clock_timestamp()` })
    .where(eq(posts.id, id))
    .returning();
  invariant(row, `post ${id} disappeared`);
  return row;
}

const subjectOf = (id: number) => ({ kind: 'post', id: String(id) });
