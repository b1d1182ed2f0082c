import type { SignedInUser } from '@copup/shared/auth.ts';
import { paths, pathTo, secondNames } from '@copup/shared/page-paths.ts';
import { useEffect } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  matchPath,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
} from 'react-router-dom';
import type { Feature, FullPage, LoadPage, OperatorPage, PageHandle, PlayerPage } from '../lib/feature.ts';
import { homeOf, operator, player } from '../lib/home.ts';
import { forgetReload } from '../lib/reload-after-failed-load.ts';
import { returnPath, returnTo } from '../lib/return-to.ts';
import { useSession } from '../lib/session.ts';
import { fullPages, operatorPages, playerPages, preloadedPaths, publicPages } from './features.ts';
import { isLoaded, lazily, loadPage, setPageRoutes } from './page-loads.tsx';
import { ErrorPage, ErrorView } from './pages/error-page.tsx';
import { prefetchPages } from './prefetch.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

const page = (load: LoadPage, needsServer = false) => lazily(async () => (await load()).Page, needsServer);

const playerPage = ({
  path,
  load,
  read,
  isFocused,
  tab,
}: PlayerPage & Pick<Feature, 'tab'>): RouteObject => ({
  path,
  ...page(load, true),
  handle: { isFocused, tab } satisfies PageHandle,
  ...(read
    ? {
        loader: ({ request, params }: LoaderFunctionArgs) => {
          if (useSession.getState().user?.role === player)
            read({ search: new URL(request.url).searchParams, params });
          return null;
        },
        // With a loader, the router would show a changed choice of the page only after it, in a transition (`useChoices`).
        shouldRevalidate: ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
          currentUrl.pathname !== nextUrl.pathname,
      }
    : {}),
});

/** Its name is the title and the heading. */
const operatorPage = ({ path, name, load }: OperatorPage): RouteObject => ({
  path,
  ...lazily(async () => {
    const [{ AdminPage }, { Page }] = await Promise.all([import('../console/console-page.tsx'), load()]);
    return () => (
      <AdminPage key={path} title={name}>
        <Page />
      </AdminPage>
    );
  }),
});

const startLateWork = () => import('./late-work.ts').then(({ start }) => start());

/** Has a heading of its own. */
const itemPage = ({ path, item }: OperatorPage): RouteObject[] =>
  item ? [{ path: `${path}/:id`, ...page(item) }] : [];

/** Shows errors in place of the page only, so that the navigation stays. */
const inLayout = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorView />, children }];

function Root() {
  useHeadingFocus();
  const isPlayer = useSession(({ user }) => user?.role === player);
  useEffect(
    () => (isPlayer ? prefetchPages(preloadedPaths, loadPage, startLateWork) : undefined),
    [isPlayer],
  );
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

const fullRoute = ({ path, load, isForVisitorsOnly }: FullPage): RouteObject =>
  isForVisitorsOnly
    ? { element: <OnlyVisitors />, children: [{ path, ...page(load) }] }
    : { path, ...page(load) };

const playerRoutes: RouteObject = {
  element: <RequireRole roles={[player]} />,
  children: [
    {
      ...lazily(async () => (await import('./layouts/main-layout.tsx')).MainLayout),
      children: inLayout([
        ...playerPages.map(playerPage),
        ...Object.entries(secondNames).map(([path, to]) => ({ path, element: <Navigate to={to} replace /> })),
      ]),
    },
  ],
};

const publicRoutes: RouteObject = {
  ...lazily(async () => (await import('./layouts/public-layout.tsx')).PublicLayout),
  children: inLayout([
    ...publicPages.map(({ path, load }) => ({ path, ...page(load) })),
    { path: paths.unauthorized, ...page(() => import('./pages/unauthorized-page.tsx')) },
    { path: '*', ...page(() => import('./pages/not-found-page.tsx')) },
  ]),
};

const operatorRoutes: RouteObject = {
  path: paths.admin,
  element: <RequireRole roles={[operator]} />,
  children: [
    {
      ...lazily(async () => (await import('./layouts/admin-layout.tsx')).AdminLayout),
      children: inLayout([
        { index: true, ...page(() => import('./pages/admin/admin-home.tsx')) },
        ...operatorPages.map(operatorPage),
        ...operatorPages.flatMap(itemPage),
      ]),
    },
  ],
};

const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    children: [...fullPages.map(fullRoute), publicRoutes, playerRoutes, operatorRoutes],
  },
];

setPageRoutes(routes);
export const router = createBrowserRouter(routes);
router.subscribe(({ navigation, location: { pathname } }) => {
  if (navigation.state === 'idle') forgetReload(pathname, isLoaded);
});

/** Resolves once the scripts of the first page have been loaded or have failed to load. */
export function whenFirstPageIsLoaded(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

type Role = SignedInUser['role'];
/**
 * Restricts screens to roles: without a session redirects to /login and back (X10), with another role to /unauthorized. This is only a
 * convenience; the server checks each call against the role in its database.
 */
function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { token, user, lastUserId, hasLeft } = useSession();
  const location = useLocation();
  if (!token || !user) {
    const state = hasLeft ? null : returnTo(location, lastUserId);
    // A15: a new visitor may watch an auction first.
    const id = hasLeft || lastUserId !== null ? null : matchPath(paths.auction, location.pathname)?.params.id;
    return <Navigate to={id ? pathTo(paths.watch, id) : paths.login} replace state={state} />;
  }
  if (!roles.includes(user.role)) return <Navigate to={paths.unauthorized} replace />;
  return <Outlet />;
}

/** Restricts screens to visitors: a signed-in user is redirected to the wanted page (X10) or to their start page. */
function OnlyVisitors() {
  const { token, user } = useSession();
  const { state } = useLocation();
  if (!token || !user) return <Outlet />;
  const isNew = (state as { isNew?: boolean } | null)?.isNew === true;
  return (
    <Navigate to={returnPath(state, user) ?? homeOf(user.role)} replace state={isNew ? { isNew } : null} />
  );
}
