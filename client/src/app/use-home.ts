import { useSession } from '../lib/session.ts';
import { homeOf, operator } from './guards.tsx';

/** Where who is signed in is at home, and what a link there says; null for visitors. */
export function useHome(): { path: string; name: string } | null {
  const user = useSession((session) => session.user);
  if (!user) return null;
  return { path: homeOf(user.role), name: user.role === operator ? 'Go to admin' : 'Go to wallet' };
}
