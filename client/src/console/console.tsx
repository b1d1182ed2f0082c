import { CoreAdminContext, memoryStore, useNotificationContext, useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { queryClient } from '../lib/query-client.ts';
import { Toaster } from '../ui/toaster.tsx';
import { dataProvider } from './data-provider.ts';

/** Provides the operators' screens with access to /api/admin and with notices. */
export function Console({ basename, children }: { basename: string; children: ReactNode }) {
  const [store] = useState(() => memoryStore());
  return (
    <CoreAdminContext basename={basename} dataProvider={dataProvider} queryClient={queryClient} store={store}>
      {children}
      <Notices />
    </CoreAdminContext>
  );
}

/** The console has its own toaster, because the app's toasts have the theme of players' screens. */
const toasterId = 'console';

/** Shows the messages of useNotify as toasts. */
function Notices() {
  const { notifications, takeNotification } = useNotificationContext();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notice = takeNotification();
    if (!notice || typeof notice.message !== 'string') return;
    const text = translate(notice.message, notice.notificationOptions?.messageArgs);
    if (notice.type === 'success') toast.success(text, { toasterId });
    else if (notice.type === 'error') toast.error(text, { toasterId });
    else toast(text, { toasterId });
  }, [notifications, takeNotification, translate]);
  return <Toaster toasterId={toasterId} />;
}
