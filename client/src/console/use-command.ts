import { useMutation } from '@tanstack/react-query';
import { useNotify, useRefresh } from 'ra-core';
import { wordsOf } from './form-errors.ts';

interface Command<Input> {
  run: (input: Input) => void;
  isBusy: boolean;
  /** The current or last input. */
  input: Input | undefined;
  error: string | undefined;
}

interface CommandOptions<Reply> {
  done: (reply: Reply) => string;
  onDone?: () => void;
  /** Whether to show a notice for an error, too; commands in dialogs show errors there. */
  showsErrors?: boolean;
}

/** Runs an operator's command: shows a notice with the result and reloads the lists. */
export function useCommand<Input, Reply>(
  send: (input: Input) => Promise<Reply>,
  { done, onDone, showsErrors = false }: CommandOptions<Reply>,
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
      if (showsErrors) notify(wordsOf(failure), { type: 'error' });
    },
    // Also after a refusal, because the displayed list may be out of date.
    onSettled: refresh,
  });
  return { run: mutate, isBusy: isPending, input: variables, error: error ? wordsOf(error) : undefined };
}
