import { CoreAdminContext, memoryStore } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { dataProvider } from './data-provider.ts';
import { Notices } from './notices.tsx';

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
