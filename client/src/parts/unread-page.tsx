import { ApiError } from '../lib/api-error.ts';
import { Page, PageHeader } from '../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../ui/states.tsx';

interface UnreadPageProps {
  title: string;
  /** Where to go instead. */
  link: { to: string; name: string };
  /** NaN for an address without an id. */
  id: number;
  /** The state of the request, as react-query returns it. */
  query: { error: unknown; refetch: () => unknown };
  notFound: string;
  failed: string;
  /** Height of the skeletons. */
  skeleton: string;
}

/** In the place of what an address names: it is being read, could not be read, or does not exist. */
export function UnreadPage({ title, link, id, query, notFound, failed, skeleton }: UnreadPageProps) {
  const { error, refetch } = query;
  const isUnknown = Number.isNaN(id) || (error instanceof ApiError && error.status === 404);
  return (
    <>
      <PageHeader title={title} backTo={link.to} />
      <Page>
        {isUnknown ? (
          <EmptyState title={notFound} link={link} />
        ) : error ? (
          <ErrorState isWhole message={failed} onRetry={() => void refetch()} />
        ) : (
          <Skeletons text="Loading..." count={3} className={skeleton} />
        )}
      </Page>
    </>
  );
}
