import { instagramPostsCalls } from '@copup/shared/calls/content.ts';
import type { RecordAdmin } from '../../records/record-admin.ts';
import { instagramPostNotFound, instagramUrlTaken } from './content.errors.ts';
import { instagramPosts } from './content.tables.ts';

/** /api/admin/instagram-posts: the links of the blog to Instagram (T3), each address once. Links are hidden, never deleted. */
export const instagramPostRecord: RecordAdmin = {
  name: 'instagram-post',
  table: instagramPosts,
  columns: { instagram_url: 'url' },
  calls: instagramPostsCalls,
  notFound: instagramPostNotFound,
  unique: { instagram_posts_url_key: instagramUrlTaken },
};
