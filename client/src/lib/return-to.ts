import type { SignedInUser } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { matchPath } from 'react-router-dom';
import { operator } from './home.ts';

/**
 * X10: the page that a visitor wanted, as the state of a history entry. It belongs to one tab, is kept by reloads, and no address
 * can set it. Each link between the sign-in pages passes it on.
 */
interface ReturnState {
  returnTo: string;
  /** The only user who may return, if a session of this user ended on the page. */
  userId?: string;
}

type Place = Record<'pathname' | 'search' | 'hash', string>;

export const returnTo = ({ pathname, search, hash }: Place, userId: string | null = null): ReturnState => ({
  returnTo: `${pathname}${search}${hash}`,
  ...(userId !== null && { userId }),
});

/** Returns the wanted page, or null if there is none or the user may not return to it. */
export function returnPath(state: unknown, { id, role }: SignedInUser): string | null {
  const place = placeOf(state);
  if (!place || (place.userId !== undefined && place.userId !== id)) return null;
  const isOperators = matchPath({ path: paths.admin, end: false }, decoded(place.path)) !== null;
  return isOperators === (role === operator) ? place.path + place.rest : null;
}

/** Returns the referral code in the link that the visitor wants to return to; empty without one. */
export function referralCodeOf(state: unknown): string {
  const path = placeOf(state)?.path ?? '';
  const [found] = [paths.auctionReferral, paths.heistReferral].flatMap(
    (pattern) => matchPath(pattern, path)?.params.referrerId ?? [],
  );
  return found ?? '';
}

/** The router decodes a path before it looks for the route. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

const base = 'https://app.invalid';

/** Only addresses of this app are accepted: those that the browser resolves to a page of the same origin. */
function placeOf(state: unknown): { path: string; rest: string; userId?: string } | null {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return null;
  const { returnTo: address, userId } = state as { returnTo: unknown; userId?: unknown };
  if (typeof address !== 'string' || !address.startsWith('/') || !URL.canParse(address, base)) return null;
  const { origin, pathname, search, hash } = new URL(address, base);
  if (origin !== base || pathname.includes('//')) return null;
  return { path: pathname, rest: search + hash, ...(typeof userId === 'string' && { userId }) };
}
