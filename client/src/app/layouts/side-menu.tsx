import { useState } from 'react';
import { canVibrate, isVibrationOn, setVibration } from '../../lib/haptics.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { switchTheme, useTheme } from '../../lib/theme.ts';
import { MenuPanel } from '../../ui/menu-panel.tsx';
import { leave } from '../session-wiring.ts';
import { menuLinks } from './navigation.ts';

export function SideMenu({ onClose }: { onClose: () => void }) {
  const user = useSignedInUser();
  const theme = useTheme((choice) => choice.theme);
  const [isVibrating, setIsVibrating] = useState(isVibrationOn);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <MenuPanel
      name={user.full_name}
      username={user.username}
      picture={user.profile}
      links={menuLinks}
      isDark={theme === 'dark'}
      onDark={(isDark) => switchTheme(isDark ? 'dark' : 'light')}
      isVibrating={canVibrate() ? isVibrating : null}
      onVibrating={(isOn) => {
        setVibration(isOn);
        setIsVibrating(isOn);
      }}
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
