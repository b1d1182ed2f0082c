import type { Heist } from '@copup/shared/heists.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Skeletons } from '../../ui/states.tsx';
import { HeistCard } from './heist-card.tsx';

interface HeistGridProps {
  heists: readonly Heist[];
  isLoading: boolean;
  /** Whether a read failed, so that no heists does not mean that there are none. */
  hasFailed: boolean;
  emptyText: string;
  isEarly?: boolean;
}

/** Heists as cards, or why there are none. */
export function HeistGrid({ heists, isLoading, hasFailed, emptyText, isEarly = false }: HeistGridProps) {
  if (!isLoading && heists.length === 0)
    return hasFailed ? null : (
      <Card>
        <EmptyState level={3} title="No Heists Available">
          {emptyText}
        </EmptyState>
      </Card>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2 lg:gap-5">
      {isLoading ? (
        <Skeletons text="Loading heists..." count={4} className="h-70 rounded-[22px]!" />
      ) : (
        heists.map((heist) => <HeistCard key={heist.id} heist={heist} isEarly={isEarly} />)
      )}
    </div>
  );
}
