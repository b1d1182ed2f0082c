import { Form, useNotify, useRefresh } from 'ra-core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormState } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Note } from '../ui/note.tsx';
import { faultsOf, faultText } from './form-faults.ts';

interface FormDialogProps<Shape extends object> {
  title: string;
  onClose: () => void;
  defaultValues: Shape;
  /** By field, what is wrong with what was typed. */
  validate?: (values: Shape) => Partial<Record<keyof Shape, string>>;
  /** Resolves with what is told of it once something was done; rejects with what is shown in the form. */
  onSubmit: (values: Shape) => Promise<string | undefined>;
  submitName: string;
  submitLook?: 'ink' | 'coin' | 'danger';
  /** Beside the button. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog. Refusals are shown in it, at the fields they name: a toast would lie under the dialog. */
export function FormDialog<Shape extends object>({
  title,
  onClose,
  defaultValues,
  validate,
  onSubmit,
  submitName,
  submitLook = 'ink',
  aside,
  children,
}: FormDialogProps<Shape>) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (values: object) => {
    setIsBusy(true);
    try {
      const told = await onSubmit(values as Shape);
      if (told === undefined) return;
      notify(told, { type: 'success' });
      refresh();
    } catch (error) {
      // What is listed may be what made it fail.
      refresh();
      return faultsOf(error, Object.keys(defaultValues));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Modal title={title} onClose={onClose} isBusy={isBusy}>
      <Form
        className="grid grid-cols-[minmax(0,1fr)] gap-3.5"
        noValidate
        disableInvalidFormNotification
        defaultValues={defaultValues}
        validate={validate && ((values) => validate(values as Shape))}
        onSubmit={submit}
      >
        <Failure />
        {children}
        <div className="mt-1 flex gap-2.5">
          {aside}
          <Button look={submitLook} type="submit" busy={isBusy} busyText="Processing..." className="flex-1">
            {submitName}
          </Button>
        </div>
      </Form>
    </Modal>
  );
}

/** What is wrong with the whole; and after each try, the way to the first field that is wrong. */
function Failure() {
  const { errors, isSubmitting, submitCount } = useFormState();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each try, when it is over
  useEffect(() => {
    if (isSubmitting) return;
    const form = place.current?.closest('form');
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount, isSubmitting]);
  const text = faultText(errors.root?.server?.message);
  return <div ref={place}>{text ? <Note look="error" role="alert" title={text} /> : null}</div>;
}
