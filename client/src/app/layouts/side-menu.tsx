import { Crown, KeyRound, Lock, MonitorSmartphone, Package, ShoppingCart, User } from 'lucide-react';
import { useState } from 'react';
import { useCart } from '../../features/cart/use-cart.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { switchTheme, useTheme } from '../../lib/theme.ts';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import { paths } from '../paths.ts';
import { leave } from '../session-wiring.ts';

export function SideMenu({ onClose }: { onClose: () => void }) {
  const user = useSignedInUser();
  const { data: cart } = useCart();
  const theme = useTheme((choice) => choice.theme);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <MenuPanel
      name={user.full_name}
      username={user.username}
      picture={user.profile}
      links={[
        { to: '/profile', name: 'profile', Icon: User },
        { to: paths.orders, name: 'Orders', Icon: Package },
        { to: '/winner', name: 'Winnes list', Icon: Crown },
        { to: '/set-pin', name: 'Set Pin', Icon: Lock },
        { to: '/recover-pin', name: 'Recover', Icon: KeyRound },
        { to: paths.sessions, name: 'Signed-in devices', Icon: MonitorSmartphone },
        { to: paths.cartHome, name: 'Cart', Icon: ShoppingCart, count: cart?.length ?? 0 },
      ]}
      isDark={theme === 'dark'}
      onDark={(isDark) => switchTheme(isDark ? 'dark' : 'light')}
      isLeaving={isLeaving}
      onLogout={() => {
        setIsLeaving(true);
        void leave();
      }}
      version="v 1.08.01"
      onClose={onClose}
    />
  );
}
