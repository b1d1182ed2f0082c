import { AdminInstagramPost } from '@copup/shared/content.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { instagramPostNotFound, instagramUrlTaken } from './content.errors.ts';
import { instagramPosts } from './content.tables.ts';

/** /api/admin/instagram-posts: the links of the blog to Instagram (T3), each address once. Links are hidden, never deleted. */
export const instagramPostRecord: RecordAdmin = {
  name: 'instagram-post',
  table: instagramPosts,
  columns: { instagram_url: 'url' },
  reply: AdminInstagramPost,
  notFound: instagramPostNotFound,
  tag: 'operators: content',
  summaries: {
    all: 'links to Instagram',
    one: 'link to Instagram',
    create: 'Adds a link to an Instagram post or reel, published unless `is_published` is false',
    edit: 'Changes the given fields of a link; `is_published` publishes or hides it',
  },
  unique: { instagram_posts_url_key: instagramUrlTaken },
};
