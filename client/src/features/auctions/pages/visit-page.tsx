import { operatorPath, operatorPaths, paths, pathTo } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { player } from '../../../lib/home.ts';
import { pathId } from '../../../lib/path-id.ts';
import { useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { UnreadPage } from '../../../parts/unread-page.tsx';
import { AuctionSkeleton } from '../auction-skeleton.tsx';
import { visitQuery } from '../queries.ts';
import { VisitScreen } from '../visit/visit-screen.tsx';

/** A15: an auction without an account. Users have pages of their own. */
export function Page() {
  const id = pathId(useParams().id);
  const user = useSession((session) => session.user);
  const isId = !Number.isNaN(id);
  const { data, error, isError, refetch } = useQuery({
    ...visitQuery(id),
    enabled: isId && user === null,
  });
  useTitle(data?.name ?? 'Auction');
  if (user !== null) {
    const own =
      user.role === player ? pathTo(paths.auction, id) : operatorPath(`${operatorPaths.auctions}/${id}`);
    return <Navigate to={own} replace />;
  }
  if (data) return <VisitScreen key={data.id} visited={data} onExpired={() => void refetch()} />;
  if (isId && !isError) return <AuctionSkeleton />;
  return (
    <main id="content" tabIndex={-1} className="outline-none">
      <UnreadPage
        {...{ title: 'Auction', id }}
        link={{ to: paths.home, name: 'Go to start page' }}
        query={{ error, refetch }}
        notFound="Auction not found"
        failed="Error fetching auction details."
        skeleton="h-18"
      />
    </main>
  );
}
