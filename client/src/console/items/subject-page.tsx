import { isolate } from '@copup/shared/isolate.ts';
import { liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import { recordPath } from '@copup/shared/record-paths.ts';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { postIntent } from '../../lib/intents.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { statusWord } from '../capitalized.ts';
import { dangerLine } from '../danger-line.ts';
import { DialogButton } from '../dialog-button.tsx';
import { reasonError } from '../draft.ts';
import { FormDialog } from '../form-dialog.tsx';
import { MomentInput, TextAreaInput } from '../inputs.tsx';
import { fromLocalInput, showLagos, toLocalInput } from '../local-time.ts';
import type { Command } from '../may-change.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ConsequenceList } from './consequence-list.tsx';
import { DryRunDialog } from './dry-run-dialog.tsx';
import { ItemCard, type ItemFact, ItemFacts, ItemPage, type ItemPageProps } from './item-page.tsx';
import { ReopenForm, SubjectForm, type SubjectFormKind, type SubjectRecord } from './subject-form.tsx';
import { useConsequences } from './use-consequences.ts';

interface SubjectPageProps<Subject extends SubjectRecord>
  extends Pick<ItemPageProps<Subject>, 'picture' | 'subLine' | 'buttons' | 'side'> {
  form: SubjectFormKind<Subject>;
  /** Beside the status. */
  flag?: (subject: Subject) => ReactNode;
  roomOf: (subject: Subject) => string;
  /** Above its terms. */
  main: (subject: Subject) => ReactNode;
  terms: (subject: Subject) => readonly ItemFact[];
}

/** O1: one live subject, its terms, and what operators can do with it. */
export function SubjectPage<Subject extends SubjectRecord & { end_date: string }>({
  form,
  flag,
  roomOf,
  buttons,
  main,
  terms,
  side,
  ...page
}: SubjectPageProps<Subject>) {
  const { noun, nameOf, looks, isOpen } = form;
  const { plural } = liveSubjects[noun];
  return (
    <ItemPage<Subject>
      {...page}
      kind={noun}
      resource={plural}
      titleOf={nameOf}
      status={(subject) => (
        <>
          <Chip look={looks[subject.status as Subject['status']]}>{statusWord(subject.status)}</Chip>
          {flag?.(subject)}
        </>
      )}
      buttons={(subject) => (
        <>
          <TraceLink room={roomOf(subject)} />
          {isOpen(subject) && subject.realm === 0 ? (
            <FormButton name="Dry run" command="POST /admin/dry-runs" subject={nameOf(subject)}>
              {(onClose) => (
                <DryRunDialog kind={noun} subjectId={subject.id} name={nameOf(subject)} onClose={onClose} />
              )}
            </FormButton>
          ) : null}
          {buttons?.(subject)}
          {isOpen(subject) ? (
            <FormButton name="Edit" command={`PUT /admin/${plural}/:id`} subject={nameOf(subject)}>
              {(onClose) => <SubjectForm form={form} record={subject} onClose={onClose} />}
            </FormButton>
          ) : null}
          <FormButton name="Duplicate" command={`POST /admin/${plural}`} subject={nameOf(subject)}>
            {(onClose) => <SubjectForm form={form} copyOf={subject} onClose={onClose} />}
          </FormButton>
        </>
      )}
      main={(subject) => (
        <>
          {main(subject)}
          <ItemCard title="Terms">
            <ItemFacts facts={terms(subject)} />
          </ItemCard>
        </>
      )}
      side={(subject) => (
        <>
          {side?.(subject)}
          {isOpen(subject) ? (
            <SubjectActions
              noun={noun}
              id={subject.id}
              name={nameOf(subject)}
              endDate={subject.end_date}
              reopenForm={(onClose) => <ReopenForm form={form} record={subject} onClose={onClose} />}
            />
          ) : null}
        </>
      )}
    />
  );
}

/** To the replay of a room's last minutes (O2). */
function TraceLink({ room }: { room: string }) {
  return (
    <ButtonLink look="line" size="sm" to={recordPath('trace', room) ?? ''}>
      <History size={18} aria-hidden />
      Replay
    </ButtonLink>
  );
}

interface SubjectProps {
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
function SubjectActions({ reopenForm, ...props }: SubjectActionsProps) {
  const { noun, id } = props;
  const calls = `POST /admin/${liveSubjects[noun].plural}/:id` as const;
  const consequences = useConsequences(`${noun}.cancel`, id);
  return (
    <ItemCard title="Actions">
      <h3 className="text-sm font-semibold">Cancel this {noun}</h3>
      <ConsequenceList consequences={consequences} />
      <div className="flex flex-wrap gap-2">
        <DialogButton
          asks="cancel"
          command={`${calls}/cancel`}
          dialog={(onClose) => <CancelDialog {...props} onClose={onClose} />}
          className={dangerLine}
        >
          Cancel {noun}…
        </DialogButton>
        <DialogButton asks="reopen" command={`${calls}/reopen`} dialog={reopenForm} className={dangerLine}>
          Cancel and reopen…
        </DialogButton>
      </div>
      <h3 className="border-t border-line pt-3 text-sm font-semibold">After an outage</h3>
      <DialogButton
        asks="extend"
        command={`${calls}/extend`}
        dialog={(onClose) => <ExtendDialog {...props} onClose={onClose} />}
        className="justify-self-start"
      >
        Move the end later…
      </DialogButton>
    </ItemCard>
  );
}

interface FormButtonProps {
  name: string;
  command: Command;
  /** The name of the subject. */
  subject: string;
  children: (onClose: () => void) => ReactNode;
}

/** Opens the form with the terms of a subject. */
const FormButton = ({ name, command, subject, children }: FormButtonProps) => (
  <DialogButton
    asks={name.toLowerCase()}
    command={command}
    dialog={children}
    size="sm"
    aria-label={`${name} ${isolate(subject)}`}
  >
    {name}
  </DialogButton>
);

/** Moves the end of one subject later (A14). Refused when it is no longer the end that is shown. */
function ExtendDialog({ noun, id, name, endDate, onClose }: SubjectProps & { onClose: () => void }) {
  const extend = async ({ end_date, reason }: { end_date: string; reason: string }) => {
    const body = { end_date: fromLocalInput(end_date), seen_end_date: endDate, reason: reason.trim() };
    const { plural } = liveSubjects[noun];
    await postIntent(`extend:${plural}:${id}`, `/admin/${plural}/${id}/extend`, body);
    return 'End moved';
  };
  return (
    <FormDialog
      title={`Move the end of ${name}`}
      onClose={onClose}
      defaultValues={{ end_date: toLocalInput(endDate), reason: '' }}
      validate={({ end_date, reason }) => {
        const end = fromLocalInput(end_date);
        const error = reasonError(reason);
        return {
          ...(!(end && end > endDate) && { end_date: 'Enter a later end than now.' }),
          ...(error && { reason: error }),
        };
      }}
      submitName="Move the end"
      onSubmit={extend}
    >
      <p className="text-sm text-ink-2">
        It ends {showLagos(endDate, 0)} now. Everyone who entered gets a notice with your reason.
      </p>
      <MomentInput source="end_date" label="Ends at" required />
      <TextAreaInput source="reason" label="Reason" required maxLength={500} />
    </FormDialog>
  );
}
