import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { call } from '../../../lib/calls.ts';
import { loadedFrom, withoutSlash } from '../../../lib/loaded-from.ts';
import { readQuery } from '../../../lib/read-query.ts';
import { returnTo } from '../../../lib/return-to.ts';
import { useSession } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { PayForm } from '../card/pay-form.tsx';
import { usePackages } from '../use-packages.ts';

/** Payments by card (W5, W15). A visitor signs in first. */
export function Page() {
  useTitle('Pay by card');
  const isOwnDocument = useOwnDocument(paths.payByCard);
  const isSignedIn = useSession(({ user }) => user !== null);
  const state = returnTo(useLocation());
  if (!isOwnDocument) return null;
  if (isSignedIn) return <SignedInPage />;
  return (
    <main>
      <PageHeader title="Pay by card" backTo={paths.home} />
      <PageBody>
        <EmptyState
          title="Sign in first"
          action={
            <span className="flex flex-wrap justify-center gap-2.5">
              <ButtonLink to={paths.login} state={state}>
                Login
              </ButtonLink>
              <ButtonLink look="line" to={paths.register} state={state}>
                Sign Up
              </ButtonLink>
            </span>
          }
        >
          The coins are credited to your wallet.
        </EmptyState>
      </PageBody>
    </main>
  );
}

function SignedInPage() {
  const options = useQuery(readQuery(['pay-options'], (signal) => call('GET /pay/options', { signal })));
  const packages = usePackages();
  const header = (
    <PageHeader title="Pay by card" backTo={paths.buy}>
      {options.data?.is_test_mode ? <Chip look="warn">Test mode</Chip> : null}
    </PageHeader>
  );
  if (options.data?.is_configured && packages.data?.length)
    return <PayForm packages={packages.data} header={header} />;
  const isLoading = options.isPending || packages.isPending;
  const retry = () => {
    void options.refetch();
    void packages.refetch();
  };
  return (
    <main>
      {header}
      <PageBody>
        {isLoading ? <Skeletons text="Loading packages..." count={2} className="h-24" /> : null}
        {options.isError || packages.isError ? (
          <ErrorState message="The packages could not be loaded." isWhole onRetry={retry} />
        ) : null}
        {options.data?.is_configured === false ? (
          <EmptyState
            title="Card payments are not configured"
            link={{ to: paths.buy, name: 'Pay by bank transfer' }}
          >
            You can pay by bank transfer instead.
          </EmptyState>
        ) : null}
        {options.data?.is_configured && packages.data?.length === 0 ? (
          <EmptyState title="No packages">Coins can’t be bought right now.</EmptyState>
        ) : null}
      </PageBody>
    </main>
  );
}

/**
 * Makes sure that the page has a document of its own, since the content security policy is that of the document (X12):
 * loads it again when the user came from another page of the app, and when the user leaves for one. Returns whether the
 * page can be shown.
 */
function useOwnDocument(path: string): boolean {
  const isOwn = loadedFrom() === path;
  useEffect(() => {
    if (!isOwn) location.reload();
    return () => {
      if (isOwn && withoutSlash(location.pathname) !== path) location.reload();
    };
  }, [isOwn, path]);
  return isOwn;
}
