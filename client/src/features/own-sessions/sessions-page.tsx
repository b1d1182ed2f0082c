import { paths } from '@copup/shared/page-paths.ts';
import { Screen } from '../../ui/page-header.tsx';
import { Page as SessionList } from './session-list.tsx';

export function Page() {
  return (
    <Screen title="Signed-in devices" backTo={paths.dashboard} closes>
      <p className="-mt-1 text-sm text-ink-2">
        If you do not recognise a device, sign it out and change your password.
      </p>
      <SessionList />
    </Screen>
  );
}
