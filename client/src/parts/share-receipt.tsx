import type { ReceiptKind } from '@copup/shared/sealed-receipt.ts';
import { ReceiptText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { onDemand } from '../lib/on-demand.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';

const sheet = onDemand(() => import('./receipt-sheet.tsx'));

export interface ReceiptOf {
  kind: ReceiptKind;
  /** Of the item, as `POST /receipts` takes it. */
  id: string | number;
}

interface ShareReceiptProps extends ReceiptOf, Pick<ButtonProps, 'look' | 'size' | 'className'> {
  /** Of what, for screen readers, where a page has several. */
  of?: string;
  children?: ReactNode;
}

/** Opens the sheet that shares the public receipt of an own item (W22). */
export function ShareReceipt({ kind, id, of, children, ...look }: ShareReceiptProps) {
  const [isOpen, setIsOpen] = useState(false);
  const loaded = sheet.use(isOpen);
  return (
    <>
      <Button look="ghost" size="sm" {...look} busy={isOpen && !loaded} onClick={() => setIsOpen(true)}>
        {children ?? (
          <>
            <ReceiptText size={18} aria-hidden />
            Receipt
          </>
        )}
        {of ? <span className="sr-only"> of {of}</span> : null}
      </Button>
      {loaded ? <loaded.ReceiptSheet kind={kind} id={id} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
