import { clientSeedForm } from '@copup/shared/fairness.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { issueOf, messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { toast } from '../../ui/toast.ts';
import { putClientSeed } from './api.ts';

/** Changes the user's own number, which is part of every draw in later games. */
export function OwnNumberButton({ current }: { current: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="line" size="sm" onClick={() => setIsOpen(true)}>
        Change
      </Button>
      {isOpen ? <OwnNumberForm current={current} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function OwnNumberForm({ current, onClose }: { current: string; onClose: () => void }) {
  const [value, setValue] = useState(current);
  const [error, setError] = useState<string>();
  const saving = useMutation({
    mutationFn: putClientSeed,
    onSuccess: () => {
      toast.success('Your number counts from your next game.');
      onClose();
    },
    onError: (error) => setError(issueOf(error, 'client_seed') ?? messageOf(error, 'Something went wrong.')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!clientSeedForm.pattern.test(value)) return setError(clientSeedForm.rule);
    setError(undefined);
    saving.mutate(value);
  };
  return (
    <Modal title="Your own number" onClose={onClose} isBusy={saving.isPending}>
      <form onSubmit={submit} noValidate className="grid gap-3.5">
        <Field
          label="Your own number"
          name="client_seed"
          value={value}
          maxLength={clientSeedForm.maxLength}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Any letters, digits and signs. It is mixed into every draw."
          error={error}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button look="ink" type="submit" busy={saving.isPending} busyText="Processing...">
          Save
        </Button>
      </form>
    </Modal>
  );
}
