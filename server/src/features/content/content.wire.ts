import type {
  AdminInstagramPost,
  AdminPost,
  Blog,
  InstagramItem,
  NotifyRequest,
} from '@copup/shared/content.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { InstagramRow, NotifyRow, PostRow } from './content.tables.ts';
import type { PublishedPost } from './posts.queries.ts';

export const toBlog = ({ id, image, category, title, description, publishedAt }: PublishedPost): Blog => ({
  id,
  image: imageUrl(image),
  category,
  title,
  description,
  date: publishedAt.toISOString(),
});

export const toAdminPost = ({ publishedAt, ...row }: PostRow): AdminPost => ({
  id: row.id,
  image: imageUrl(row.image),
  category: row.category,
  title: row.title,
  description: row.description,
  date: publishedAt?.toISOString() ?? null,
  is_published: row.isPublished,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const toInstagramItem = ({ id, url, title }: InstagramRow): InstagramItem => ({
  id,
  instagram_url: url,
  title,
});

export const toAdminInstagramPost = (row: InstagramRow): AdminInstagramPost => ({
  ...toInstagramItem(row),
  is_published: row.isPublished,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

export const toNotifyRequest = ({ id, feature, email, createdAt }: NotifyRow): NotifyRequest => ({
  id,
  feature,
  email,
  created_at: createdAt.toISOString(),
});
