import { Form, useNotify, useRefresh } from 'ra-core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { errorText, formErrorsOf } from './form-errors.ts';

interface FormDialogProps<Shape extends object> {
  title: string;
  onClose: () => void;
  defaultValues: Shape;
  /** Returns the errors of the input by field. */
  validate?: (values: Shape) => Partial<Record<keyof Shape, string>>;
  /** Resolves with the text of the notice, and the dialog closes; rejects with the error shown in the form. */
  onSubmit: (values: Shape) => Promise<string | undefined>;
  submitName: string;
  submitLook?: 'ink' | 'coin' | 'danger';
  /** Beside the button. */
  aside?: ReactNode;
  /** Beside the fields on a desktop, below them on a phone. */
  preview?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog. It shows refusals at their fields, because a toast would be behind the dialog. */
export function FormDialog<Shape extends object>({
  title,
  onClose,
  defaultValues,
  validate,
  onSubmit,
  submitName,
  submitLook = 'ink',
  aside,
  preview,
  children,
}: FormDialogProps<Shape>) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [isBusy, setIsBusy] = useState(false);
  const { isDirty, isWarned, mayLeave } = useUnsaved();
  const submit = async (values: object) => {
    setIsBusy(true);
    try {
      const notice = await onSubmit(values as Shape);
      if (notice === undefined) return;
      onClose();
      notify(notice, { type: 'success' });
      refresh();
    } catch (error) {
      // The displayed list may be out of date, which may have caused the failure.
      refresh();
      return formErrorsOf(error, Object.keys(defaultValues));
    } finally {
      setIsBusy(false);
    }
  };
  const fields = (
    <>
      <Warnings {...{ isDirty, isWarned }} />
      {children}
      <div className="mt-1 flex gap-2.5">
        {aside}
        <Button look={submitLook} type="submit" busy={isBusy} busyText="Processing..." className="flex-1">
          {submitName}
        </Button>
      </div>
    </>
  );
  return (
    <Modal title={title} onClose={onClose} isBusy={isBusy} mayLeave={mayLeave} isWide={preview !== undefined}>
      <Form
        className={
          preview === undefined
            ? 'grid grid-cols-[minmax(0,1fr)] gap-3.5'
            : 'grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,358px)] lg:gap-7'
        }
        noValidate
        disableInvalidFormNotification
        defaultValues={defaultValues}
        validate={validate && ((values) => validate(values as Shape))}
        onSubmit={submit}
      >
        {preview === undefined ? (
          fields
        ) : (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3.5">{fields}</div>
            {preview}
          </>
        )}
      </Form>
    </Modal>
  );
}

/** A form with changes warns at the first attempt to close it, and closes at the second. */
function useUnsaved() {
  const isDirty = useRef(false);
  const [isWarned, setIsWarned] = useState(false);
  const mayLeave = () => {
    if (!isDirty.current || isWarned) return true;
    setIsWarned(true);
    return false;
  };
  return { isDirty, isWarned, mayLeave };
}

interface WarningsProps {
  isDirty: RefObject<boolean>;
  isWarned: boolean;
}

/** Shows the error of the whole form, and focuses the first invalid field after each attempt. */
function Warnings({ isDirty, isWarned }: WarningsProps) {
  const { errors, isSubmitting, submitCount, isDirty: isChanged } = useFormState();
  useEffect(() => {
    isDirty.current = isChanged;
  }, [isDirty, isChanged]);
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each attempt
  useEffect(() => {
    if (isSubmitting) return;
    const form = place.current?.closest('form');
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  const text = errorText(errors.root?.server?.message);
  return (
    <div ref={place} className="grid gap-3.5 empty:hidden">
      {isWarned ? (
        <Note look="warn" role="alert" title="This is not saved">
          Close again to discard what you typed.
        </Note>
      ) : null}
      {text ? <Note look="error" role="alert" title={text} /> : null}
    </div>
  );
}
