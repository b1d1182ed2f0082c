import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../lib/session.ts';
import { Chip } from '../../ui/chip.tsx';
import { spinQuery } from './queries.ts';

/** Beside the link to the wheel: whether the user still has the spin. It is loaded when visible; empty if unknown. */
export function SpinLeft() {
  const { id } = useSignedInUser();
  const { data } = useQuery(spinQuery(id));
  return data && !data.has_spun ? <Chip look="coin">1 spin left</Chip> : null;
}
