import type { SignedInUser } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useSession } from './session.ts';

type Role = SignedInUser['role'];
export const player: Role = 0;
export const operator: Role = 1;

/** Returns the start page of a role. */
export const homeOf = (role: Role) => (role === operator ? paths.admin : paths.dashboard);

/** Returns the start page of the signed-in user and the text of a link to it; null for visitors. */
export function useHome(): { path: string; name: string } | null {
  const user = useSession((session) => session.user);
  if (!user) return null;
  return { path: homeOf(user.role), name: user.role === operator ? 'Go to admin' : 'Go to wallet' };
}
