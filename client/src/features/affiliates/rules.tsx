import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

export const rulesText =
  'A friend counts once, after paying without bonus coins. Rewards are bonus coins, for fees and tickets.';

/** In the header of the affiliate screens: it only shows a notice. */
export const rulesButton = (
  <IconButton label="Menu" className="bg-surface shadow-1" onClick={() => toast.info(rulesText)}>
    <Ellipsis size={24} aria-hidden />
  </IconButton>
);
