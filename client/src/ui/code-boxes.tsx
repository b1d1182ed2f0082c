import { type ReactNode, useId, useState } from 'react';
import { classNames } from './class-names.ts';
import { describedBy, FieldNotes } from './field.tsx';

export interface CodeFieldProps {
  label: string;
  /** After the label, in grey. */
  labelNote?: string;
  value: string;
  onChange: (digits: string) => void;
  /** Right of the label. */
  aside?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
}

interface CodeBoxesProps extends CodeFieldProps {
  name: string;
  /** Number of digits; each has one box. */
  length: 4 | 6;
  /** Shows dots in place of the digits. */
  isSecret?: boolean;
  autoComplete: 'off' | 'one-time-code';
}

/** Boxes under one transparent input, so that typing, pasting and autofill work as in any field. */
export function CodeBoxes(props: CodeBoxesProps) {
  const { label, labelNote, name, length, value, onChange, isSecret, error, disabled } = props;
  const id = useId();
  const [isFocused, setIsFocused] = useState(false);
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-2 text-sm">
        <label htmlFor={id} className="font-semibold">
          {label}
          {labelNote ? <span className="text-ink-3"> {labelNote}</span> : null}
        </label>
        {props.aside}
      </div>
      <div className="relative">
        <Boxes {...props} isFocused={isFocused} />
        <input
          id={id}
          name={name}
          inputMode="numeric"
          autoComplete={props.autoComplete}
          pattern={`\\d{${length}}`}
          // A PIN is neither displayed nor read out by a screen reader.
          type={isSecret ? 'password' : 'text'}
          value={value}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, length))}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, props.hint, error)}
          className="absolute inset-0 h-full w-full rounded-md bg-transparent text-base text-transparent caret-transparent outline-none selection:bg-transparent forced-colors:focus:outline-3 forced-colors:focus:outline-offset-4 forced-colors:focus:outline-solid disabled:cursor-not-allowed"
        />
      </div>
      <FieldNotes id={id} error={error} hint={props.hint} />
    </div>
  );
}

function Boxes({
  length,
  value,
  isSecret,
  isFocused,
  error,
  disabled,
}: CodeBoxesProps & { isFocused: boolean }) {
  const edgeOf = (at: number) => {
    if (isFocused && at === Math.min(value.length, length - 1))
      return 'shadow-[inset_0_0_0_2px_var(--c-brand),0_0_0_4px_var(--c-brand-soft)]';
    return error ? 'shadow-[inset_0_0_0_2px_var(--c-danger)]' : 'ctl-line';
  };
  const signOf = (at: number) => {
    if (value[at] !== undefined)
      return isSecret ? <span className="size-3 rounded-full bg-current" /> : value[at];
    return isFocused && at === value.length ? <span className="h-6.5 w-0.5 bg-brand" /> : null;
  };
  return (
    <div
      aria-hidden="true"
      className={classNames('grid gap-2', length === 4 ? 'grid-cols-4' : 'grid-cols-6')}
    >
      {Array.from({ length }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes that never move
          key={at}
          className={classNames(
            'grid h-14 place-items-center rounded-md font-display text-xl font-bold',
            disabled ? 'bg-sunken text-ink-3' : 'bg-surface',
            edgeOf(at),
          )}
        >
          {signOf(at)}
        </span>
      ))}
    </div>
  );
}
