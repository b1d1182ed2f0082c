import type { Blog, InstagramItem, NotifyRequest } from '@copup/shared/content.ts';
import { imageUrl } from '@copup/shared/images.ts';
import type { InstagramRow, NotifyRow } from './content.tables.ts';
import type { PublishedPost } from './posts.queries.ts';

export const toBlog = ({ id, image, category, title, description, publishedAt }: PublishedPost): Blog => ({
  id,
  image: imageUrl(image),
  category,
  title,
  description,
  date: publishedAt.toISOString(),
});

export const toInstagramItem = ({ id, url, title }: InstagramRow): InstagramItem => ({
  id,
  instagram_url: url,
  title,
});

export const toNotifyRequest = ({ id, feature, email, createdAt }: NotifyRow): NotifyRequest => ({
  id,
  feature,
  email,
  created_at: createdAt.toISOString(),
});
