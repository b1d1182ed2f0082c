import { paths } from '@copup/shared/page-paths.ts';
import { Crown, Gamepad2 } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const contestsNavigation: Navigation = {
  main: [{ place: 3, to: paths.games, name: 'Game', Icon: Gamepad2 }],
  menu: [{ place: 3, to: paths.champions, name: 'Winners list', Icon: Crown }],
};
