import type { SignedInUser } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Navigate, Outlet } from 'react-router-dom';
import { homeOf } from '../lib/home.ts';
import { useSession } from '../lib/session.ts';

type Role = SignedInUser['role'];
/**
 * Restricts screens to roles: without a session redirects to /login, with another role to /unauthorized. This is only a
 * convenience; the server checks each call against the role in its database.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { token, user } = useSession();
  if (!token || !user) return <Navigate to={paths.login} replace />;
  if (!roles.includes(user.role)) return <Navigate to={paths.unauthorized} replace />;
  return <Outlet />;
}

/** Restricts screens to visitors: a signed-in user is redirected to their start page. */
export function OnlyVisitors() {
  const { token, user } = useSession();
  return token && user ? <Navigate to={homeOf(user.role)} replace /> : <Outlet />;
}
