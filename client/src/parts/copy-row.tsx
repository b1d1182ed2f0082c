import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { copyText } from '../ui/copy-text.ts';

/** A line of what is typed into a bank's app; a button copies `copied`. */
export function CopyRow({ name, copied, children }: { name: string; copied?: string; children: ReactNode }) {
  return (
    <div className="border-line py-2 not-first:border-t on-stage:border-[#c9d2ff]/16">
      <dt className="text-sm text-ink-2 on-stage:text-on-stage-2">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 font-display text-xl font-bold">
        <span className="min-w-0 flex-[1_1_8rem] wrap-anywhere">{children}</span>
        {copied ? (
          <Button
            size="sm"
            aria-label={`Copy the ${name.toLowerCase()}`}
            onClick={() => void copyText(copied)}
          >
            <Copy size={18} aria-hidden />
            Copy
          </Button>
        ) : null}
      </dd>
    </div>
  );
}

/** An account number in groups, read out digit by digit. */
export const AccountNumber = ({ digits }: { digits: string }) => (
  <>
    <span aria-hidden="true">{digits.replace(/^(\d{4})(\d{3})/, '$1 $2 ')}</span>
    <span className="sr-only">{[...digits].join(' ')}</span>
  </>
);
