import { CoreAdminContext, memoryStore } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { queryClient } from '../lib/query-client.ts';
import { dataProvider } from './data-provider.ts';
import { Notices } from './notices.tsx';

/** What the operators' screens share: reads and writes of /api/admin, and what they have to tell. */
export function Console({ basename, children }: { basename: string; children: ReactNode }) {
  const [store] = useState(() => memoryStore());
  return (
    <CoreAdminContext basename={basename} dataProvider={dataProvider} queryClient={queryClient} store={store}>
      {children}
      <Notices />
    </CoreAdminContext>
  );
}
