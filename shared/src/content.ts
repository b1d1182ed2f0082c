import { z } from 'zod';
import { Email } from './auth.ts';

/** The coming-soon page: who wants to be told when the swap function opens. */
export const NotifyMeBody = z.object({ email: Email });
export type NotifyMeBody = z.infer<typeof NotifyMeBody>;
