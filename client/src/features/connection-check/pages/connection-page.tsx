import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ConnectionCheck } from '../connection-check.tsx';

export function Page() {
  useTitle('Connection check');
  return (
    <div className="mx-auto grid max-w-[1120px] grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-7 pb-12 lg:px-10 lg:pt-12">
      <div>
        <h1 className="text-2xl lg:text-3xl">Connection check</h1>
        <p className="mt-2 max-w-[60ch] text-ink-2">
          How your phone reaches Copup: whether updates arrive live and how fast, and how much data it uses.
        </p>
      </div>
      <ConnectionCheck
        signIn={
          <ButtonLink look="line" size="sm" to={paths.login}>
            Login
          </ButtonLink>
        }
      />
    </div>
  );
}
