import { isolate } from '@copup/shared/isolate.ts';
import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { dangerLine } from '../danger-line.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ConsequenceList } from './consequence-list.tsx';
import { ExtendDialog } from './extend-dialog.tsx';
import { ItemCard } from './item-page.tsx';
import { useConsequences } from './use-consequences.ts';

export interface SubjectProps {
  noun: SubjectKindName;
  id: number;
  name: string;
  endDate: string;
}

interface SubjectActionsProps extends SubjectProps {
  /** The form of a corrected copy. */
  reopenForm: (onClose: () => void) => ReactNode;
}

/** What cancelling an open subject would do, in numbers that follow it, and what else can be done. */
export function SubjectActions({ reopenForm, ...props }: SubjectActionsProps) {
  const { noun, id } = props;
  const [isCancelling, setIsCancelling] = useState(false);
  const [isReopening, setIsReopening] = useState(false);
  const [isExtending, setIsExtending] = useState(false);
  const consequences = useConsequences(`${noun}.cancel`, id);
  return (
    <ItemCard title="Actions">
      <h3 className="text-sm font-semibold">Cancel this {noun}</h3>
      <ConsequenceList consequences={consequences} />
      <div className="flex flex-wrap gap-2">
        <Button look="line" onClick={() => setIsCancelling(true)} className={dangerLine}>
          Cancel {noun}…
        </Button>
        <Button look="line" onClick={() => setIsReopening(true)} className={dangerLine}>
          Cancel and reopen…
        </Button>
      </div>
      <h3 className="border-t border-line pt-3 text-sm font-semibold">After an outage of ours</h3>
      <Button look="line" onClick={() => setIsExtending(true)} className="justify-self-start">
        Move the end later…
      </Button>
      {isExtending ? <ExtendDialog {...props} onClose={() => setIsExtending(false)} /> : null}
      {isReopening ? reopenForm(() => setIsReopening(false)) : null}
      {isCancelling ? <CancelDialog {...props} onClose={() => setIsCancelling(false)} /> : null}
    </ItemCard>
  );
}

interface EditButtonProps<Row> {
  record: Row;
  name: string;
  Form: ComponentType<{ record?: Row; onClose: () => void }>;
}

export function EditButton<Row>({ record, name, Form }: EditButtonProps<Row>) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="line" size="sm" aria-label={`Edit ${isolate(name)}`} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      {isOpen ? <Form record={record} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
