import { Crown, Gamepad2 } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { contestPaths } from './paths.ts';

export const contestsNavigation: Navigation = {
  main: [{ place: 2, to: contestPaths.games, name: 'Game', Icon: Gamepad2 }],
  menu: [{ place: 3, to: contestPaths.champions, name: 'Winnes list', Icon: Crown }],
};
