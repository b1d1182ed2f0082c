import { paths } from '@copup/shared/page-paths.ts';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { itemCount, useCarts, type WonItem } from './carts.ts';
import { cartStates, WithDock, WonItems } from './won-items.tsx';

const all = { to: paths.cartHome, name: 'All', shows: 'both', checkout: paths.checkout } as const;
const tabs = [
  all,
  { to: paths.cart, name: 'Auction Cart', shows: 'auctions', checkout: paths.checkout },
  { to: paths.heistCart, name: 'Heist Cart', shows: 'heists', checkout: paths.heistCheckout },
] as const;

/** One cart. Its tabs are the addresses of what was won in auctions, in heists, and of both. */
export function Page() {
  const { pathname } = useLocation();
  const carts = useCarts();
  const shown = tabs.find(({ to }) => to === pathname) ?? all;
  return (
    <Screen title="Cart" tab={shown === all ? 'Cart' : shown.name} backTo={paths.dashboard}>
      <nav
        aria-label="Carts"
        className="grid max-w-[480px] grid-cols-[1fr_1.7fr_1.6fr] gap-1 rounded-[16px] bg-sunken p-1"
      >
        {tabs.map(({ to, name, shows }) => (
          <Link
            key={to}
            to={to}
            aria-current={to === shown.to ? 'page' : undefined}
            className={classNames(
              'flex min-h-tap flex-wrap items-center justify-center gap-x-1.5 rounded-[12px] px-1 text-center text-sm leading-tight font-semibold',
              to === shown.to
                ? 'bg-surface text-ink shadow-1 dark:bg-brand-soft dark:text-white'
                : 'text-ink-2',
            )}
          >
            {name}
            <span className="rounded-full bg-brand-soft px-1.5 text-brand">{carts[shows].data?.length}</span>
          </Link>
        ))}
      </nav>
      <LoadedList<WonItem> query={carts[shown.shows]} {...cartStates}>
        {(items) => (
          <WithDock
            lead={itemCount(items.length)}
            action={<ButtonLink to={shown.checkout}>Proceed to Checkout</ButtonLink>}
          >
            <WonItems items={items} />
          </WithDock>
        )}
      </LoadedList>
    </Screen>
  );
}
