import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { LoaderPinwheel } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Chip } from '../../ui/chip.tsx';
import { spinQuery } from './api.ts';

export const spinNavigation: Navigation = {
  more: [{ place: 4, to: paths.spin, name: 'Spin', Icon: LoaderPinwheel, aside: <SpinLeft /> }],
};

/** Beside the link to the wheel: whether the user still has the spin. It is loaded when visible; empty if unknown. */
function SpinLeft() {
  const { id } = useSignedInUser();
  const { data } = useQuery(spinQuery(id));
  return data && !data.has_spun ? <Chip look="coin">1 spin left</Chip> : null;
}
