import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../lib/api-error.ts';
import { classNames } from '../ui/class-names.ts';
import { Field } from '../ui/field.tsx';
import { Submit } from './form-parts.tsx';

interface CodeFormProps<Reply> {
  label: string;
  icon: ReactNode;
  action: string;
  send: (code: string) => Promise<Reply>;
  onUnlocked: (reply: Reply) => void;
  /** The server's code for a wrong one, and the text for that and for none. */
  refusal: string;
  wrong: string;
  /** Whether the field has the focus at first, as in a dialog. */
  isFocused?: boolean;
  /** Below the button. */
  note?: string;
  className?: string;
  children?: ReactNode;
}

/** Reads a code that unlocks something; the server checks it (B1, H7). */
export function CodeForm<Reply>(props: CodeFormProps<Reply>) {
  const { label, icon, action, send, onUnlocked, refusal, wrong, isFocused, note, className } = props;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const focus = () => form.current?.querySelector('input')?.focus();
  useEffect(() => {
    if (isFocused) form.current?.querySelector('input')?.focus();
  }, [isFocused]);
  const unlocking = useMutation({
    mutationFn: send,
    onSuccess: onUnlocked,
    onError: (failure) => {
      const isWrong = failure instanceof ApiError && failure.code === refusal;
      setError(isWrong ? wrong : messageOf(failure, 'An unexpected error occurred.'));
      focus();
    },
  });
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        const typed = code.trim();
        setError(typed ? undefined : wrong);
        if (typed) unlocking.mutate(typed);
        else focus();
      }}
      noValidate
      className={classNames('grid grid-cols-[minmax(0,1fr)] gap-3.5', className)}
    >
      {props.children}
      <Field
        label={label}
        name="code"
        icon={icon}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={error}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      <Submit busy={unlocking.isPending}>{action}</Submit>
      {note ? <p className="text-center text-xs text-ink-3">{note}</p> : null}
      <p role="alert" className="sr-only">
        {error}
      </p>
    </form>
  );
}
