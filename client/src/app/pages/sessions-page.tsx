import { SessionList } from '../../features/own-sessions/session-list.tsx';
import { useTitle } from '../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../ui/page-header.tsx';
import { paths } from '../paths.ts';

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
