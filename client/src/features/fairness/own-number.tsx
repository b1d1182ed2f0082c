import { clientSeedForm } from '@copup/shared/fairness.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { issueOf } from '../../lib/api-error.ts';
import { call } from '../../lib/calls.ts';
import { readQuery } from '../../lib/read-query.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';

/** The number that goes into the user's draws to come. */
const ownNumberQuery = (userId: string) =>
  readQuery(['client-seed', userId], (signal) => call('GET /fairness/client-seed', { signal }));

/** Changes the user's own number, which is part of every draw in later games. */
export function OwnNumberButton() {
  const [isOpen, setIsOpen] = useState(false);
  const { data, isError, refetch } = useQuery(ownNumberQuery(useSignedInUser().id));
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
  const saving = useMutation({
    mutationFn: (seed: string) => call('PUT /fairness/client-seed', { body: { client_seed: seed } }),
    onSuccess: (reply) => {
      queries.setQueryData(ownNumberQuery(id).queryKey, reply);
      toast.success('Your number counts from your next game.');
      onClose();
    },
  });
  const { error } = saving;
  const { form, field } = useForm({
    check: (read) => ({
      client_seed: clientSeedForm.pattern.test(read('client_seed', 'raw')) ? undefined : clientSeedForm.rule,
    }),
    send: (read) => saving.mutate(read('client_seed', 'raw')),
    failure: error,
  });
  return (
    <form {...form} className="grid gap-3.5">
      {error && !issueOf(error, 'client_seed') ? (
        <Failure error={error} text="Something went wrong." />
      ) : null}
      <Field
        label="Your own number"
        defaultValue={current}
        maxLength={clientSeedForm.maxLength}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Any letters, digits and signs. It is mixed into every draw."
        {...field('client_seed')}
      />
      <Submit busy={saving.isPending}>Save</Submit>
    </form>
  );
}
