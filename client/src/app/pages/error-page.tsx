import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { useTitle } from '../../lib/use-title.ts';
import { Button } from '../../ui/button.tsx';
import { HomeLink } from '../home-link.tsx';
import { Standalone } from '../standalone.tsx';

/** What is shown when a screen breaks, or when its code could not be loaded. */
export function ErrorPage() {
  const error = useRouteError();
  useTitle('Error');
  const text = isRouteErrorResponse(error)
    ? `${error.status} ${error.statusText}`
    : error instanceof Error
      ? error.message
      : 'Something went wrong.';
  return (
    <main>
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
    </main>
  );
}
