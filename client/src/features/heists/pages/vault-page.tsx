import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { heistIdOf, heistQuery } from '../queries.ts';
import { VaultScreen } from '../vault-screen.tsx';

/** The vault of one heist, from the countdown to the result. */
export function Page() {
  const { id: idText } = useParams();
  const id = heistIdOf(idText);
  const { data, error, isError, refetch } = useQuery({ ...heistQuery(id), enabled: !Number.isNaN(id) });
  useTitle(data?.name ?? 'Heist');
  if (data) return <VaultScreen key={data.id} heist={data} />;
  const isUnknown = Number.isNaN(id) || (error instanceof ApiError && error.status === 404);
  return (
    <>
      <PageHeader title="Heist" backTo={paths.heists} />
      <PageBody>
        {isUnknown ? (
          <EmptyState
            title="Heist not found"
            action={
              <ButtonLink look="ink" to={paths.heists}>
                All heists
              </ButtonLink>
            }
          />
        ) : isError ? (
          <ErrorState isWhole message="Error fetching heist details." onRetry={() => void refetch()} />
        ) : (
          <Skeletons text="Loading..." count={2} className="h-60" />
        )}
      </PageBody>
    </>
  );
}
