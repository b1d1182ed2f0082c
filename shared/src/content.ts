import { z } from 'zod';
import { Email } from './auth.ts';

/** The coming-soon page: a user who wants an e-mail when the swap function opens. */
export const NotifyMeBody = z.object({ email: Email });
export type NotifyMeBody = z.infer<typeof NotifyMeBody>;
