import { paths } from '@copup/shared/page-paths.ts';
import { Gavel, Vault } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Screen } from '../../../ui/page-header.tsx';

const choices = [
  { to: paths.cart, name: 'Auction Cart', text: 'What you won in auctions', Icon: Gavel },
  { to: paths.heistCart, name: 'Heist Cart', text: 'What you won in heists', Icon: Vault },
];

export function Page() {
  return (
    <Screen title="Cart" backTo={paths.dashboard}>
      <div className="grid gap-3.5 lg:grid-cols-2 lg:gap-5">
        {choices.map(({ to, name, text, Icon }) => (
          <Link key={to} to={to} className="flex items-center gap-4 rounded-lg bg-surface p-5 shadow-2">
            <span className="grid size-13 place-items-center rounded-[16px] bg-brand-soft text-brand">
              <Icon size={24} aria-hidden />
            </span>
            <span>
              <span className="block text-ctl font-bold">{name}</span>
              <span className="block text-sm text-ink-2">{text}</span>
            </span>
          </Link>
        ))}
      </div>
    </Screen>
  );
}
