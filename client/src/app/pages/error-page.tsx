import { RotateCw, Unplug } from 'lucide-react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router-dom';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { HomeAction, Standalone } from '../standalone.tsx';

/** The same where there is no layout around it. */
export function ErrorPage() {
  return (
    <main>
      <ErrorView />
    </main>
  );
}

/** What is shown in the place of a screen that breaks. */
export function ErrorView() {
  const error = useRouteError();
  useTitle('Error');
  const text = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : 'Something went wrong.';
  return (
    <div role="alert">
      <Standalone
        mark={<Unplug size={52} aria-hidden />}
        title="Unexpected Application Error!"
        text={
          <>
            This page stopped. It usually works on the second try.
            <span className="mt-1 block text-xs">{text}</span>
          </>
        }
        safe="A bid counts only when you saw its price confirmed."
        action={<Retry />}
      />
    </div>
  );
}

const key = 'copup:retried';
const mostRetries = 2;

/** Reloads the page. When that did not help twice within this visit, the way to the start page takes its place. */
function Retry() {
  const { pathname } = useLocation();
  const [count, path] = (sessionStorage.getItem(key) ?? '').split(' ');
  const retried = path === pathname ? Number(count) : 0;
  if (retried >= mostRetries) return <HomeAction />;
  const retry = () => {
    sessionStorage.setItem(key, `${retried + 1} ${pathname}`);
    location.reload();
  };
  return (
    <Button look="white" onClick={retry}>
      <RotateCw size={20} aria-hidden /> Try again
    </Button>
  );
}
