import { paths } from '@copup/shared/page-paths.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../ui/page-header.tsx';
import { SessionList } from './session-list.tsx';

export function Page() {
  useTitle('Signed-in devices');
  return (
    <>
      <PageHeader title="Signed-in devices" backTo={paths.dashboard} closes />
      <PageBody>
        <p className="-mt-1 text-sm text-ink-2">
          If you do not recognise a device, sign it out and change your password.
        </p>
        <SessionList />
      </PageBody>
    </>
  );
}
