import type {
  AdjustBody,
  AdjustReply,
  AdminUser,
  ApprovalPending,
  RenameUserBody,
} from '@copup/shared/admin.ts';
import { act, change } from '../../../console/data-provider.ts';
import { withGuard } from '../../../console/items/use-consequences.ts';
import { call } from '../../../lib/calls.ts';
import { postIntent } from '../../../lib/intents.ts';

/** O4: a positive amount adds coins, a negative one removes them. `guard` is that of the consequences shown. */
export const adjust = (userId: string, body: AdjustBody, guard: string | undefined) =>
  postIntent<AdjustReply>(`adjust:${userId}`, `/admin/users/${userId}/adjust`, body, {
    send: withGuard(guard),
  });

/** S8: takes effect after a second operator has approved it (O3a). */
export const changeRole = (id: string, role: AdminUser['role']) =>
  change<AdminUser | ApprovalPending>('users', id, { role });

/** X13: the player reads the reason. */
export const rename = (id: string, body: RenameUserBody) => act<AdminUser>('users', id, 'rename', body);

/** S8a: requests the reset of another operator's factor. */
export const resetFactor = (userId: string, reason: string) =>
  act<ApprovalPending>('users', userId, 'reset-second-factor', { reason });

/** G4: a player's limits and breaks. */
export const readPlayLimits = (userId: string, signal: AbortSignal) =>
  call('GET /admin/users/:id/play-limits', { params: { id: userId }, signal });
