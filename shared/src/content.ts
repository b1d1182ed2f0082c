import { z } from 'zod';
import { Email } from './auth.ts';
import { MAX_INSTAGRAM_TITLE, postLimits } from './content-limits.ts';
import { canonicalInstagramUrl, MAX_INSTAGRAM_URL } from './instagram.ts';
import { boundedString, lineText, paragraphText } from './text.ts';
import { IsoTime } from './wire.ts';

/** The coming-soon page: a user who wants an e-mail when the swap function opens. */
export const NotifyMeBody = z.object({ email: Email });
export type NotifyMeBody = z.infer<typeof NotifyMeBody>;

/** A post of GET /blog/blogs (T3). */
export const Blog = z.object({
  id: z.int(),
  /** The URL of a stored picture; empty for posts with a drawing. */
  image: z.string(),
  category: z.string(),
  title: z.string(),
  /** Plain text in full. A blank line separates paragraphs. */
  description: z.string(),
  /** When it was first published. */
  date: IsoTime,
});
export type Blog = z.infer<typeof Blog>;

/** An item of GET /blog/instagram. `instagram_url` is always https://www.instagram.com/p/… or /reel/…. */
export const InstagramItem = z.object({ id: z.int(), instagram_url: z.string(), title: z.string() });
export type InstagramItem = z.infer<typeof InstagramItem>;

// Operators

const PostText = {
  category: lineText(postLimits.category).min(1),
  title: lineText(postLimits.title).min(1),
  description: paragraphText(postLimits.description).min(1),
};

/** `date` is null until the post is first published, and never changes then. */
export const AdminPost = Blog.extend({
  date: IsoTime.nullable(),
  is_published: z.boolean(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminPost = z.infer<typeof AdminPost>;
export const NewPostBody = z.object({ ...PostText, is_published: z.boolean().default(false) });
export type NewPostBody = z.input<typeof NewPostBody>;
/** Without the default, which an edit would apply to a missing field. */
export const EditPostBody = z.object({ ...PostText, is_published: z.boolean() }).partial();
export type EditPostBody = z.input<typeof EditPostBody>;

/** Both values of a filter of a query. */
const YesOrNo = z.enum(['true', 'false']);
/** `q` finds the title. */
export const AdminPostsQuery = z.object({
  is_published: YesOrNo.optional(),
  q: boundedString(120).optional(),
});

/** T3: https only, and only posts and reels. Other forms of the address become the one that is stored. */
const InstagramUrl = boundedString(MAX_INSTAGRAM_URL).transform((text, { issues }) => {
  const url = canonicalInstagramUrl(text.trim());
  if (url !== undefined) return url;
  issues.push({
    code: 'custom',
    input: text,
    message: 'Enter the address of an Instagram post or reel, beginning with https://www.instagram.com/.',
  });
  return z.NEVER;
});
const InstagramTitle = lineText(MAX_INSTAGRAM_TITLE).min(1);

export const AdminInstagramPost = InstagramItem.extend({
  is_published: z.boolean(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminInstagramPost = z.infer<typeof AdminInstagramPost>;
export const NewInstagramPostBody = z.object({
  instagram_url: InstagramUrl,
  title: InstagramTitle,
  is_published: z.boolean().default(true),
});
export type NewInstagramPostBody = z.input<typeof NewInstagramPostBody>;
export const EditInstagramPostBody = z
  .object({ instagram_url: InstagramUrl, title: InstagramTitle, is_published: z.boolean() })
  .partial();
export type EditInstagramPostBody = z.input<typeof EditInstagramPostBody>;
export const AdminInstagramPostsQuery = z.object({ is_published: YesOrNo.optional() });

/** An address that waits for a mail about a new function. */
export const NotifyRequest = z.object({
  id: z.int(),
  feature: z.literal('swap'),
  email: z.string(),
  created_at: IsoTime,
});
export type NotifyRequest = z.infer<typeof NotifyRequest>;
/** `q` finds a part of the address. */
export const NotifyRequestsQuery = z.object({ q: boundedString(120).optional() });
