import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useSignedInUser } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { readPin } from '../api.ts';
import { SetPinForm } from '../set-pin-form.tsx';

export function Page() {
  useTitle('Set Pin');
  const { id } = useSignedInUser();
  const { data, isError, isPending, refetch } = useQuery({
    queryKey: ['pin', id],
    queryFn: ({ signal }) => readPin(signal),
    staleTime: 0,
  });
  return (
    <>
      <PageHeader title="Set Pin" backTo={paths.dashboard} />
      <PageBody>
        {isPending ? <Skeletons text="Loading..." count={2} className="h-19 max-w-[560px]" /> : null}
        {isError ? <ErrorState message="An error occurred" onRetry={() => void refetch()} /> : null}
        {data ? <SetPinForm pin={data} /> : null}
      </PageBody>
    </>
  );
}
