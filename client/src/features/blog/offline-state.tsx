import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';

/** In place of a list that was never read and waits for a network. */
export function OfflineState({ what }: { what: string }) {
  return (
    <Card>
      <EmptyState title="You’re offline.">{what} load as soon as your network is back.</EmptyState>
    </Card>
  );
}
