import { Moon, Vibrate } from 'lucide-react';
import { useState } from 'react';
import { mainLinks, menuLinks, moreLinks } from '../app/layouts/navigation.tsx';
import { switchTheme, useTheme } from '../lib/theme.ts';
import { BottomNav } from '../ui/bottom-nav.tsx';
import { Button } from '../ui/button.tsx';
import { MenuPanel } from '../ui/menu-panel.tsx';
import { Modal } from '../ui/modal.tsx';
import type { NavItem } from '../ui/nav-item.ts';
import { Note } from '../ui/note.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Line, Press, Shelf } from './frame.tsx';

/** Without the counts beside the links, which the app reads from its server. */
const plain = ({ name, to, Icon }: NavItem): NavItem => ({ name, to, Icon });
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
        <BottomNav links={mainLinks} moreLinks={moreLinks.map(plain)} tab="/games" className="rounded-md" />
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
          links={menuLinks.map(plain)}
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
