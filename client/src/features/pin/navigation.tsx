import { paths } from '@copup/shared/page-paths.ts';
import { KeyRound, Lock } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const pinNavigation: Navigation = {
  menu: [
    { place: 4, to: paths.setPin, name: 'Set Pin', Icon: Lock },
    { place: 5, to: paths.recoverPin, name: 'Recover PIN', Icon: KeyRound },
  ],
};
