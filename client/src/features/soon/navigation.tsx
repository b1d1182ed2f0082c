import { KeyRound, ListChecks, LoaderPinwheel, Lock, Newspaper, User, Vault } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

/** Links to pages that open later. */
export const soonNavigation: Navigation = {
  main: [{ place: 3, to: '/heist', name: 'Heist', Icon: Vault }],
  more: [
    { place: 2, to: '/tasks', name: 'Tasks', Icon: ListChecks },
    { place: 3, to: '/blog', name: 'Blog', Icon: Newspaper },
    { place: 4, to: '/spin', name: 'Spin', Icon: LoaderPinwheel },
  ],
  menu: [
    { place: 1, to: '/profile', name: 'profile', Icon: User },
    { place: 4, to: '/set-pin', name: 'Set Pin', Icon: Lock },
    { place: 5, to: '/recover-pin', name: 'Recover', Icon: KeyRound },
  ],
};
