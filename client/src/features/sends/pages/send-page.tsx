import { paths } from '@copup/shared/page-paths.ts';
import type { SendReceipt } from '@copup/shared/sends.ts';
import { useState } from 'react';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { SendForm } from '../send-form.tsx';
import { SentReceipt } from '../sent-receipt.tsx';

export function Page() {
  useTitle('Recipient');
  const [receipt, setReceipt] = useState<SendReceipt | null>(null);
  // The form stays mounted below the receipt, which clears it.
  return (
    <>
      {receipt ? <SentReceipt receipt={receipt} onClose={() => setReceipt(null)} /> : null}
      <div hidden={receipt !== null}>
        <PageHeader title="Recipient" backTo={paths.dashboard}>
          <span className="rounded-full bg-surface px-4 py-2 shadow-1">
            <BalancePill />
          </span>
        </PageHeader>
        <PageBody>
          <SendForm onSent={setReceipt} />
        </PageBody>
      </div>
    </>
  );
}
