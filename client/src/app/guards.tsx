import type { SignedInUser } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { homeOf } from '../lib/home.ts';
import { returnPath, returnTo } from '../lib/return-to.ts';
import { useSession } from '../lib/session.ts';

type Role = SignedInUser['role'];
/**
 * Restricts screens to roles: without a session redirects to /login and back (X10), with another role to /unauthorized. This is only a
 * convenience; the server checks each call against the role in its database.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { token, user, lastUserId, hasLeft } = useSession();
  const location = useLocation();
  if (!token || !user) {
    const state = hasLeft ? null : returnTo(location, lastUserId);
    return <Navigate to={paths.login} replace state={state} />;
  }
  if (!roles.includes(user.role)) return <Navigate to={paths.unauthorized} replace />;
  return <Outlet />;
}

/** Restricts screens to visitors: a signed-in user is redirected to the wanted page (X10) or to their start page. */
export function OnlyVisitors() {
  const { token, user } = useSession();
  const { state } = useLocation();
  if (!token || !user) return <Outlet />;
  return <Navigate to={returnPath(state, user) ?? homeOf(user.role)} replace />;
}
