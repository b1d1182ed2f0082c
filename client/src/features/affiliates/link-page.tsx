import type { AffiliateKind } from '@copup/shared/affiliates.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../lib/api-error.ts';
import { useTitle } from '../../lib/use-title.ts';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import type { Link } from './api.ts';
import { linkTexts } from './link-texts.ts';
import { DashboardLink, LinkedScreen, LinkStage } from './linked-screen.tsx';
import { linkedQuery } from './queries.ts';

const idOf = (text = '') => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN);

/** The page of a link, for users and visitors. */
export function LinkPage({ kind }: { kind: AffiliateKind }) {
  const { auctionId, heistId, referrerId: code = '' } = useParams();
  const id = idOf(kind === 'auction' ? auctionId : heistId);
  const link: Link = { kind, id, code };
  const isId = !Number.isNaN(id);
  const { data, error, isError, refetch } = useQuery({ ...linkedQuery(link), enabled: isId });
  const { title, loadError } = linkTexts[kind];
  useTitle(data?.name ?? title);
  if (data) return <LinkedScreen link={link} subject={data} />;
  const missing = error instanceof ApiError && error.status === 404 ? error.message : null;
  return (
    <LinkStage>
      <div className="mx-auto my-auto grid w-full max-w-[460px] gap-3.5">
        <h1 className="sr-only">{title}</h1>
        {missing !== null || !isId ? (
          <div className="rounded-lg bg-surface text-ink">
            <EmptyState title="This link does not work" action={<DashboardLink />}>
              {missing ?? 'Ask your friend for a new one.'}
            </EmptyState>
          </div>
        ) : isError ? (
          <div className="text-ink">
            <ErrorState message={loadError} isWhole onRetry={() => void refetch()} />
          </div>
        ) : (
          <Skeletons text="Loading..." count={2} className="h-32 rounded-xl" />
        )}
      </div>
    </LinkStage>
  );
}
