import { paths } from '@copup/shared/page-paths.ts';
import { LoaderPinwheel } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { SpinLeft } from './spin-left.tsx';

export const spinNavigation: Navigation = {
  more: [{ place: 4, to: paths.spin, name: 'Spin', Icon: LoaderPinwheel, aside: <SpinLeft /> }],
};
