import { useMutation } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'ra-core';
import { wordsOf } from './form-faults.ts';

interface Command<Input> {
  run: (input: Input) => void;
  isBusy: boolean;
  /** What it is busy with, or was. */
  input: Input | undefined;
  fault: string | undefined;
}

interface CommandOptions<Reply> {
  done: (reply: Reply) => string;
  onDone?: () => void;
  /** Tells of a refusal too: for commands outside of a dialog, which would show it. */
  tellsFaults?: boolean;
}

/** A command of an operator without a form: tells what came of it and reads the lists again. */
export function useCommand<Input, Reply>(
  send: (input: Input) => Promise<Reply>,
  { done, onDone, tellsFaults = false }: CommandOptions<Reply>,
): Command<Input> {
  const notify = useNotify();
  const refresh = useRefresh();
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: send,
    onSuccess: (reply) => {
      notify(done(reply), { type: 'success' });
      onDone?.();
    },
    onError: (failure) => {
      if (tellsFaults) notify(wordsOf(failure), { type: 'error' });
    },
    // After a refusal too: what is listed may be what made it fail.
    onSettled: refresh,
  });
  return { run: mutate, isBusy: isPending, input: variables, fault: error ? wordsOf(error) : undefined };
}
