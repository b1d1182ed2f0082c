import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { HomeLink } from '../home-link.tsx';
import { Standalone } from '../standalone.tsx';

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
        title="Unexpected Application Error!"
        text={text}
        action={
          <>
            <Button look="line" onClick={() => location.reload()}>
              Try again
            </Button>
            <HomeLink />
          </>
        }
      />
    </div>
  );
}
