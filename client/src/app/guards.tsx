import type { SignedInUser } from '@copup/shared/auth.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { Navigate, Outlet } from 'react-router-dom';
import { homeOf } from '../lib/home.ts';
import { useSession } from '../lib/session.ts';

type Role = SignedInUser['role'];
/**
 * Screens of some roles: nobody signed in → /login, another role → /unauthorized. A convenience only; the server
 * decides each call by the role in its database.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { token, user } = useSession();
  if (!token || !user) return <Navigate to={paths.login} replace />;
  if (!roles.includes(user.role)) return <Navigate to={paths.unauthorized} replace />;
  return <Outlet />;
}

/** Screens for visitors: who is signed in already goes home. */
export function OnlyVisitors() {
  const { token, user } = useSession();
  return token && user ? <Navigate to={homeOf(user.role)} replace /> : <Outlet />;
}
