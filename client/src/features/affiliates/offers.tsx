import type { AffiliateKind, AffiliateOffer } from '@copup/shared/affiliates.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSignedInUser } from '../../lib/session.ts';
import { ShowMore } from '../../ui/show-more.tsx';
import { EmptyState, FailedRead, Skeletons } from '../../ui/states.tsx';
import { kinds } from './kinds.ts';
import { offersQuery } from './queries.ts';
import { useFollowSubjects } from './use-follow-referrals.ts';

interface OffersProps {
  kind: AffiliateKind;
  children: (offers: readonly AffiliateOffer[]) => ReactNode;
}

/** The offers of a kind, or why there are none. */
export function Offers({ kind, children }: OffersProps) {
  const { id } = useSignedInUser();
  const query = useInfiniteQuery(offersQuery(id, kind));
  const { data, isPending, isError } = query;
  useFollowSubjects(kind);
  const { listError, empty, noun, joins } = kinds[kind];
  return (
    <>
      <FailedRead query={query} message={listError} isWhole={data === undefined} />
      {isPending && !isError ? (
        <Skeletons text={`Loading ${noun}s...`} count={2} className="h-64 rounded-xl" />
      ) : null}
      {data?.length === 0 ? (
        <EmptyState title={empty} link={{ to: paths.affiliate, name: 'Back to Affiliate', look: 'line' }}>
          Come back later: you earn coins when friends {joins} through your link.
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? children(data) : null}
      <ShowMore query={query} />
    </>
  );
}
