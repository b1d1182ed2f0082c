import { Keyboard, Moon, Vibrate } from 'lucide-react';
import { useState } from 'react';
import { canVibrate, isVibrationOn, setVibration } from '../../lib/haptics.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { areShortcutsOn, setShortcuts } from '../../lib/shortcuts.ts';
import { switchTheme, useTheme } from '../../lib/theme.ts';
import { MenuPanel, type MenuSwitch } from '../../ui/menu-panel.tsx';
import { leave } from '../session-wiring.ts';
import { menuLinks } from './navigation.ts';

/** Returns the state of a stored setting as props of a switch. */
function useSetting(
  read: () => boolean,
  write: (isOn: boolean) => void,
): Pick<MenuSwitch, 'isOn' | 'onChange'> {
  const [isOn, setIsOn] = useState(read);
  const onChange = (isOn: boolean) => {
    write(isOn);
    setIsOn(isOn);
  };
  return { isOn, onChange };
}

export function SideMenu({ onClose }: { onClose: () => void }) {
  const user = useSignedInUser();
  const theme = useTheme((choice) => choice.theme);
  const vibration = useSetting(isVibrationOn, setVibration);
  const shortcuts = useSetting(areShortcutsOn, setShortcuts);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <MenuPanel
      name={user.full_name}
      username={user.username}
      picture={user.profile}
      links={menuLinks}
      switches={[
        {
          name: 'Dark mode',
          Icon: Moon,
          isOn: theme === 'dark',
          onChange: (isDark) => switchTheme(isDark ? 'dark' : 'light'),
        },
        ...(canVibrate() ? [{ name: 'Vibration', Icon: Vibrate, ...vibration }] : []),
        { name: 'Single-key shortcuts', Icon: Keyboard, ...shortcuts },
      ]}
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
