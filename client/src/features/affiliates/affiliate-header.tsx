import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.ts';

export const rulesText =
  'A friend counts once, after paying without bonus coins. Rewards are bonus coins, for fees and tickets.';

/** The header of the affiliate screens; its menu button only shows a notice. */
export function AffiliateHeader({ title, backTo }: { title: string; backTo: string }) {
  return (
    <PageHeader title={title} backTo={backTo}>
      <IconButton label="Menu" className="bg-surface shadow-1" onClick={() => toast.info(rulesText)}>
        <Ellipsis size={24} aria-hidden />
      </IconButton>
    </PageHeader>
  );
}
