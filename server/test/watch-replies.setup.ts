import { afterEach } from 'vitest';
import { assertRepliesDocumented, watchReplies } from './documented-replies.ts';

watchReplies();
afterEach(assertRepliesDocumented);
