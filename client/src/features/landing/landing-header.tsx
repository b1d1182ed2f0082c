import { paths } from '@copup/shared/page-paths.ts';
import { LogIn, Menu as MenuIcon, UserPlus, Wallet } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Mark } from '../../ui/art/mark.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

interface LandingHeaderProps {
  /** Start page of a signed-in user, shown instead of Sign Up and Login. */
  home: { path: string; name: string } | null;
}

interface MenuProps extends LandingHeaderProps {
  onClose: () => void;
}

const pill = 'hidden min-h-tap items-center rounded-full px-3 text-sm font-semibold lg:inline-flex';
const row = 'flex min-h-13 items-center gap-3.5 rounded-md px-1 text-ctl font-semibold';

/** The mark, and a menu with a side panel that links to Sign Up and Login. */
export function LandingHeader({ home }: LandingHeaderProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <header className="relative z-3 flex items-center justify-between gap-4 px-4 py-3 lg:col-span-full lg:px-0 lg:py-6">
      <span className="inline-flex items-center gap-2 font-display text-xl leading-none font-bold tracking-tight">
        <Mark className="size-8" />
        <span>copup</span>
      </span>
      <span className="flex items-center gap-2">
        {home ? (
          <Link to={home.path} className={`${pill} bg-white text-[#0f1530]`}>
            {home.name}
          </Link>
        ) : null}
        <IconButton
          label="Menu"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          className="bg-white/15"
          onClick={() => setIsOpen(true)}
        >
          <MenuIcon size={24} aria-hidden />
        </IconButton>
      </span>
      {isOpen ? <Menu home={home} onClose={() => setIsOpen(false)} /> : null}
    </header>
  );
}

function Menu({ home, onClose }: MenuProps) {
  return (
    <Modal title="Menu" asPanel onClose={onClose}>
      <nav aria-label="Account">
        {home ? (
          <Link to={home.path} className={row}>
            <Wallet size={20} aria-hidden className="text-ink-2" />
            {home.name}
          </Link>
        ) : (
          <>
            <Link to={paths.register} className={row}>
              <UserPlus size={20} aria-hidden className="text-ink-2" />
              Sign Up
            </Link>
            <Link to={paths.login} className={row}>
              <LogIn size={20} aria-hidden className="text-ink-2" />
              Login
            </Link>
          </>
        )}
      </nav>
    </Modal>
  );
}
