import { citext, time } from '../../db/columns.ts';
import { boolean, integer, pgTable, primaryKey, sql, text } from '../../db/drizzle.ts';

/** Posts of the blog (T3). */
export const posts = pgTable('posts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  category: text('category').notNull(),
  title: text('title').notNull(),
  description: text('description').notNull(),
  /** The name of a stored picture. */
  image: text('image'),
  isPublished: boolean('is_published').notNull().default(false),
  /** The first publication, which is the date of the post. */
  publishedAt: time('published_at'),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type PostRow = typeof posts.$inferSelect;

/** Links to Instagram posts and reels. */
export const instagramPosts = pgTable('instagram_posts', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  title: text('title').notNull(),
  /** As `canonicalInstagramUrl` returns it. */
  url: text('url').notNull(),
  isPublished: boolean('is_published').notNull().default(true),
  createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  updatedAt: time('updated_at').notNull().default(sql`clock_timestamp()`),
});
export type InstagramRow = typeof instagramPosts.$inferSelect;

/** Addresses to notify when a feature becomes available. */
export const notifyRequests = pgTable(
  'notify_requests',
  {
    id: integer('id').generatedAlwaysAsIdentity(),
    feature: text('feature').$type<'swap'>().notNull(),
    email: citext('email').notNull(),
    createdAt: time('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.feature, table.email] })],
);
export type NotifyRow = typeof notifyRequests.$inferSelect;
