import { type ComponentType, useEffect } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
} from 'react-router-dom';
import { auctionIdOf, auctionQuery, auctionsQuery, categoryOf } from '../features/auctions/queries.ts';
import { queryClient } from '../lib/query-client.ts';
import { forgetReload } from '../lib/reload-after-deployment.ts';
import { useSession } from '../lib/session.ts';
import { OnlyVisitors, operator, player, RequireRole } from './guards.tsx';
import { isLoaded, lazily, loadPage, setPageRoutes } from './page-loads.tsx';
import { ErrorPage, ErrorView } from './pages/error-page.tsx';
import { paths, playerSoon, publicSoon, secondNames } from './paths.ts';
import { prefetchPages } from './prefetch.ts';
import { useHeadingFocus } from './use-heading-focus.ts';

const page = (load: () => Promise<{ Page: ComponentType }>) => lazily(async () => (await load()).Page);

/** A player's page asks for what it shows while its own script is still on the way. What fails is told by the page. */
const reading = (read: (to: { search: URLSearchParams; id: string | undefined }) => void) => ({
  loader: ({ request, params }: LoaderFunctionArgs) => {
    if (useSession.getState().user?.role === player)
      read({ search: new URL(request.url).searchParams, id: params.id });
    return null;
  },
});

const soonRoutes = (names: Record<string, string>): RouteObject[] =>
  Object.entries(names).map(([path, title]) => ({
    path,
    ...lazily(async () => {
      const { SoonPage } = await import('./pages/soon-page.tsx');
      return () => <SoonPage key={path} title={title} />;
    }),
  }));

/** An error takes the place of the page only: the navigation around it stays. */
const inLayout = (children: RouteObject[]): RouteObject[] => [{ errorElement: <ErrorView />, children }];

function Root() {
  useHeadingFocus();
  const isPlayer = useSession(({ user }) => user?.role === player);
  useEffect(() => (isPlayer ? prefetchPages(loadPage) : undefined), [isPlayer]);
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

const visitorRoutes: RouteObject = {
  element: <OnlyVisitors />,
  children: [{ path: paths.login, ...page(() => import('./pages/login-page.tsx')) }],
};

const playerRoutes: RouteObject = {
  element: <RequireRole roles={[player]} />,
  children: [
    {
      ...lazily(async () => (await import('./layouts/main-layout.tsx')).MainLayout),
      children: inLayout([
        { path: paths.dashboard, ...page(() => import('./pages/dashboard-page.tsx')) },
        {
          path: paths.auctions,
          ...reading(({ search }) => void queryClient.prefetchQuery(auctionsQuery(categoryOf(search)))),
          ...page(() => import('./pages/auctions-page.tsx')),
        },
        {
          path: paths.auction,
          ...reading(({ id: text }) => {
            const id = auctionIdOf(text);
            if (id) void queryClient.prefetchQuery(auctionQuery(id));
          }),
          ...page(() => import('./pages/auction-page.tsx')),
          handle: { isFocused: true },
        },
        { path: paths.joined, ...page(() => import('./pages/joined-page.tsx')) },
        { path: paths.cartHome, ...page(() => import('./pages/cart-home-page.tsx')) },
        { path: paths.cart, ...page(() => import('./pages/cart-page.tsx')) },
        { path: paths.heistCart, ...page(() => import('./pages/cart-heist-page.tsx')) },
        { path: paths.checkout, ...page(() => import('./pages/checkout-page.tsx')) },
        { path: paths.orders, ...page(() => import('./pages/orders-page.tsx')) },
        { path: paths.sessions, ...page(() => import('./pages/sessions-page.tsx')) },
        { path: paths.newAuctions, ...page(() => import('./pages/new-page.tsx')) },
        ...soonRoutes(playerSoon),
        ...Object.entries(secondNames).map(([path, to]) => ({ path, element: <Navigate to={to} replace /> })),
      ]),
    },
  ],
};

const publicRoutes: RouteObject = {
  ...lazily(async () => (await import('./layouts/public-layout.tsx')).PublicLayout),
  children: inLayout([
    { path: paths.privacy, ...page(() => import('./pages/privacy-page.tsx')) },
    { path: paths.terms, ...page(() => import('./pages/terms-page.tsx')) },
    { path: paths.swap, ...page(() => import('./pages/soon-swap-page.tsx')) },
    { path: paths.connectionCheck, ...page(() => import('./pages/test-page.tsx')) },
    { path: paths.unauthorized, ...page(() => import('./pages/unauthorized-page.tsx')) },
    ...soonRoutes(publicSoon),
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
        { path: 'rooms', ...page(() => import('./pages/admin/rooms-page.tsx')) },
        { path: 'auctions', ...page(() => import('./pages/admin/auctions-page.tsx')) },
        { path: 'users', ...page(() => import('./pages/admin/users-page.tsx')) },
        { path: 'orders', ...page(() => import('./pages/admin/orders-page.tsx')) },
        { path: 'approvals', ...page(() => import('./pages/admin/approvals-page.tsx')) },
        { path: 'settings', ...page(() => import('./pages/admin/settings-page.tsx')) },
        { path: 'second-factor', ...page(() => import('./pages/admin/second-factor-page.tsx')) },
        { path: 'sessions', ...page(() => import('./pages/admin/sessions-page.tsx')) },
        { path: 'audit-log', ...page(() => import('./pages/admin/audit-log-page.tsx')) },
      ]),
    },
  ],
};

const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    children: [
      { path: paths.home, ...page(() => import('./pages/home-page.tsx')) },
      { path: paths.land, ...page(() => import('./pages/land-page.tsx')) },
      visitorRoutes,
      { path: paths.register, ...page(() => import('./pages/register-page.tsx')) },
      { path: paths.forgotPassword, ...page(() => import('./pages/forgot-password-page.tsx')) },
      { path: paths.resetPassword, ...page(() => import('./pages/reset-password-page.tsx')) },
      publicRoutes,
      playerRoutes,
      operatorRoutes,
    ],
  },
];

setPageRoutes(routes);
export const router = createBrowserRouter(routes);
router.subscribe(({ navigation, location: { pathname } }) => {
  if (navigation.state === 'idle' && isLoaded(pathname)) forgetReload(pathname);
});

/** Resolves when the scripts of the page that was asked for are there, or could not be had. */
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
