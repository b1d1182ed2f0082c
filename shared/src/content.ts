import { z } from 'zod';
import { Email } from './auth.ts';
import { boundedString } from './text.ts';
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

/** `date` is null until the post is first published, and never changes then. */
export const AdminPost = Blog.extend({
  date: IsoTime.nullable(),
  is_published: z.boolean(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminPost = z.infer<typeof AdminPost>;
export const AdminInstagramPost = InstagramItem.extend({
  is_published: z.boolean(),
  created_at: IsoTime,
  updated_at: IsoTime,
});
export type AdminInstagramPost = z.infer<typeof AdminInstagramPost>;
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
