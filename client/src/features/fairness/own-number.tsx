import { clientSeedForm } from '@copup/shared/fairness.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { issueOf, messageOf } from '../../lib/api-error.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Submit } from '../../parts/form-parts.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { putClientSeed } from './api.ts';
import { ownNumberQuery, useOwnNumber } from './use-own-number.ts';

/** Changes the user's own number, which is part of every draw in later games. */
export function OwnNumberButton() {
  const [isOpen, setIsOpen] = useState(false);
  const { data, isError, refetch } = useOwnNumber();
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)}>
        Change
      </Button>
      {isOpen ? (
        <Modal title="Your own number" onClose={close}>
          {data ? (
            <OwnNumberForm current={data.client_seed ?? ''} onClose={close} />
          ) : isError ? (
            <ErrorState message="Something went wrong." onRetry={() => void refetch()} />
          ) : (
            <Skeletons text="Loading your number..." count={2} className="mb-3 h-13" />
          )}
        </Modal>
      ) : null}
    </>
  );
}

function OwnNumberForm({ current, onClose }: { current: string; onClose: () => void }) {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const [value, setValue] = useState(current);
  const [error, setError] = useState<string>();
  const saving = useMutation({
    mutationFn: putClientSeed,
    onSuccess: (reply) => {
      queries.setQueryData(ownNumberQuery(id).queryKey, reply);
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
      <Submit busy={saving.isPending}>Save</Submit>
    </form>
  );
}
