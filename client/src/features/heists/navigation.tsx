import { paths } from '@copup/shared/page-paths.ts';
import { Vault } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const heistsNavigation: Navigation = {
  main: [{ place: 4, to: paths.heists, name: 'Heist', Icon: Vault }],
};
