import {
  Crown,
  Gamepad2,
  Gavel,
  KeyRound,
  ListChecks,
  LoaderPinwheel,
  Lock,
  Moon,
  Newspaper,
  Package,
  ShoppingCart,
  Ticket,
  User,
  Vault,
  Vibrate,
  Wallet,
} from 'lucide-react';
import { useState } from 'react';
import { switchTheme, useTheme } from '../lib/theme.ts';
import { BottomNav } from '../ui/bottom-nav.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { LiveBadge } from '../ui/live-badge.tsx';
import { MenuPanel } from '../ui/menu-panel.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Line, Press, Shelf } from './frame.tsx';

const links = [
  { to: '/dashboard', name: 'Wallet', Icon: Wallet },
  { to: '/auction', name: 'Auction', Icon: Gavel },
  { to: '/games', name: 'Game', Icon: Gamepad2 },
  { to: '/heist', name: 'Heist', Icon: Vault },
];
const moreLinks = [
  { to: '/auction', name: 'Auction', Icon: Gavel, aside: <LiveBadge word="Live">8 live</LiveBadge> },
  { to: '/tasks', name: 'Tasks', Icon: ListChecks },
  { to: '/blog', name: 'Blog', Icon: Newspaper },
  { to: '/spin', name: 'Spin', Icon: LoaderPinwheel, aside: <Chip look="coin">1 spin left</Chip> },
  {
    to: '/waitList',
    name: 'My Auctions',
    Icon: Ticket,
    aside: <span className="text-sm font-normal text-ink-3">2 joined</span>,
  },
];
const menuLinks = [
  { to: '/profile', name: 'Profile', Icon: User },
  { to: '/orders', name: 'Orders', Icon: Package },
  { to: '/winner', name: 'Winners list', Icon: Crown },
  { to: '/set-pin', name: 'Set Pin', Icon: Lock },
  { to: '/recover-pin', name: 'Recover PIN', Icon: KeyRound },
  { to: '/cart-home', name: 'Cart', Icon: ShoppingCart, aside: <Chip look="brand">2</Chip> },
];
const tabs = [
  { value: 'all', name: 'All' },
  { value: 'cash', name: 'Cash' },
  { value: 'product', name: 'Product' },
  { value: 'coupon', name: 'Coupon' },
] as const;
type TabValue = (typeof tabs)[number]['value'];

export function NavigationShelves() {
  const [tab, setTab] = useState<TabValue>('all');
  const [open, setOpen] = useState<'menu' | 'modal' | 'busy' | null>(null);
  const theme = useTheme((choice) => choice.theme);
  const close = () => setOpen(null);
  return (
    <>
      <Shelf title="Tabs">
        <Tabs<TabValue> label="Category" value={tab} onChange={setTab} tabs={tabs} />
        <p className="text-sm text-ink-2">Chosen: {tab}</p>
      </Shelf>
      <Shelf title="Navigation">
        <BottomNav links={links} moreLinks={moreLinks} tab="/games" className="rounded-md" />
        <Line>
          <Press onPress={() => setOpen('menu')}>Side menu</Press>
          <Press onPress={() => setOpen('modal')}>Dialog</Press>
          <Press onPress={() => setOpen('busy')}>Busy dialog</Press>
        </Line>
      </Shelf>
      {open === 'menu' ? (
        <MenuPanel
          name="Adaeze Okonkwo"
          username="adaeze_o"
          picture={null}
          links={menuLinks}
          switches={[
            {
              name: 'Dark mode',
              Icon: Moon,
              isOn: theme === 'dark',
              onChange: (isDark) => switchTheme(isDark ? 'dark' : 'light'),
            },
            { name: 'Vibration', Icon: Vibrate, isOn: true, onChange: () => {} },
          ]}
          isLeaving={false}
          onLogout={close}
          version="v 1.08.01"
          onClose={close}
        />
      ) : null}
      {open === 'modal' || open === 'busy' ? (
        <Modal title="Confirm Payment" onClose={close} isBusy={open === 'busy'}>
          <div className="grid gap-3">
            <p className="text-ink-2">Pay 50 coins to enter. Entry fees are returned when it is not sold.</p>
            {open === 'busy' ? null : (
              <Note look="error" role="alert">
                Error paying entry fee.
              </Note>
            )}
            <Button look="coin" busy={open === 'busy'} busyText="Processing...">
              Pay Entry Fee (50 coin)
            </Button>
            {open === 'busy' ? (
              <Button look="line" onClick={close}>
                Answer
              </Button>
            ) : null}
          </div>
        </Modal>
      ) : null}
    </>
  );
}
