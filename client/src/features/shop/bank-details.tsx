import type { BankDetails as Details } from '@copup/shared/shop.ts';
import { Copy } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';

/** The account to which a transfer is paid. */
export function BankDetails({ details }: { details: Details }) {
  const { account_name, bank_name, account_number } = details;
  return (
    <dl className="divide-y divide-line text-sm">
      <Row name="Account name">{account_name}</Row>
      <Row name="Bank">{bank_name}</Row>
      <Row name="Account number">
        <span className="flex items-center justify-end gap-1">
          <span className="text-lg font-bold tabular-nums">{account_number}</span>
          <IconButton
            label="Copy the account number"
            className="-mr-3 text-brand"
            onClick={() => void copyText(account_number)}
          >
            <Copy size={20} aria-hidden />
          </IconButton>
        </span>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 text-right font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
