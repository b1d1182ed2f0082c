import type { AdjustBody, AdminUser, RenameUserBody } from '@copup/shared/admin.ts';
import { withGuard } from '../../../console/items/use-consequences.ts';
import { call, callOnce } from '../../../lib/calls.ts';

/** O4: a positive amount adds coins, a negative one removes them. `guard` is that of the consequences shown. */
export const adjust = (id: string, body: AdjustBody, guard: string | undefined) =>
  callOnce(`adjust:${id}`, 'POST /admin/users/:id/adjust', { params: { id }, body, send: withGuard(guard) });

/** S8: takes effect after a second operator has approved it (O3a). */
export const changeRole = (id: string, role: AdminUser['role']) =>
  call('PUT /admin/users/:id', { params: { id }, body: { role } });

/** X13: the player reads the reason. */
export const rename = (id: string, body: RenameUserBody) =>
  call('POST /admin/users/:id/rename', { params: { id }, body });

/** S8a: requests the reset of another operator's factor. */
export const resetFactor = (id: string, reason: string) =>
  call('POST /admin/users/:id/reset-second-factor', { params: { id }, body: { reason } });

/** G4: a player's limits and breaks. */
export const readPlayLimits = (userId: string, signal: AbortSignal) =>
  call('GET /admin/users/:id/play-limits', { params: { id: userId }, signal });
