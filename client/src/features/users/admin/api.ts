import type { AdjustBody, AdjustReply, AdminUser, ApprovalPending } from '@copup/shared/admin.ts';
import { act, actOnce, change } from '../../../console/data-provider.ts';

/** O4: positive gives, negative takes. */
export const adjust = (userId: string, body: AdjustBody) =>
  actOnce<AdjustReply>(`adjust:${userId}`, 'users', userId, 'adjust', body);

/** S8: a player at once; an operator once a second operator has approved it (O3a). */
export const changeRole = (id: string, role: AdminUser['role']) =>
  change<AdminUser | ApprovalPending>('users', id, { role });

/** S8a: another operator's lost factor. */
export const resetFactor = (userId: string, reason: string) =>
  act<ApprovalPending>('users', userId, 'reset-second-factor', { reason });
