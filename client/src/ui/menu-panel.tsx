import { ChevronRight, LogOut, type LucideIcon, X } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Avatar } from './art/avatar.tsx';
import { IconButton } from './button.tsx';
import { Modal } from './modal.tsx';
import type { NavItem } from './nav-item.ts';
import { Switch } from './switch.tsx';

export interface MenuSwitch {
  name: string;
  Icon: LucideIcon;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

interface MenuPanelProps {
  name: string;
  username: string;
  picture: string | null;
  links: readonly NavItem[];
  switches: readonly MenuSwitch[];
  isLeaving: boolean;
  onLogout: () => void;
  version: string;
  onClose: () => void;
}

const row = 'flex min-h-13 w-full items-center gap-3.5 rounded-md px-1 font-semibold';

/** The side menu: the user's pages, the settings of the device and Logout. */
export function MenuPanel(props: MenuPanelProps) {
  const { name, username, picture, links, switches, isLeaving, onLogout, version, onClose } = props;
  const id = useId();
  return (
    <Modal title="Menu" onClose={onClose} withHeader={false} asPanel>
      {(leave) => (
        <div className="flex min-h-full flex-col">
          <div className="flex items-center gap-3 pb-4">
            <Avatar name={name} username={username} picture={picture} size={52} />
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold">{name}</p>
              <p className="truncate text-sm text-ink-3">@{username}</p>
            </div>
            <IconButton label="Close" onClick={leave}>
              <X size={24} aria-hidden />
            </IconButton>
          </div>
          <ul>
            {links.map(({ to, name: place, Icon, aside }) => (
              <li key={to}>
                <Link to={to} onClick={onClose} className={row}>
                  <Icon size={20} aria-hidden className="text-ink-2" />
                  <span className="flex-1">{place}</span>
                  {aside}
                  <ChevronRight size={20} aria-hidden className="text-ink-3" />
                </Link>
              </li>
            ))}
          </ul>
          <div className="mt-2 border-t border-line pt-2">
            {switches.map(({ name: setting, Icon, isOn, onChange }) => (
              <label key={setting} htmlFor={`${id}${setting}`} className={row}>
                <Icon size={20} aria-hidden className="text-ink-2" />
                <span className="flex-1">{setting}</span>
                <Switch id={`${id}${setting}`} isOn={isOn} onChange={onChange} />
              </label>
            ))}
            <button type="button" className={`${row} text-danger`} disabled={isLeaving} onClick={onLogout}>
              <LogOut size={20} aria-hidden />
              Logout
            </button>
          </div>
          <p className="mt-auto pt-6 text-sm text-ink-3">{version}</p>
        </div>
      )}
    </Modal>
  );
}
