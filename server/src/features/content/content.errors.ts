import { Refusal } from '../../errors.ts';

export const postNotFound = () => new Refusal('POST_NOT_FOUND', 'Post not found.');
export const instagramPostNotFound = () =>
  new Refusal('INSTAGRAM_POST_NOT_FOUND', 'Instagram post not found.');
export const instagramUrlTaken = () =>
  new Refusal('VALIDATION_FAILED', 'This Instagram post is in the list already.', {
    issues: [{ path: 'instagram_url', message: 'is in the list already' }],
  });
