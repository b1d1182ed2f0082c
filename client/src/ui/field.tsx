import { ChevronDown, CircleAlert, CircleCheck, Eye, EyeOff } from 'lucide-react';
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { classNames } from './class-names.ts';

interface FieldFrameProps {
  id: string;
  label: string;
  /** Whether only screen readers read the label, where icon and placeholder show it. */
  hidesLabel?: boolean | undefined;
  /** Right of the label: "optional", a link, a timer. */
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

function FieldFrame({ id, label, hidesLabel, aside, hint, error, children }: FieldFrameProps) {
  return (
    <div className="min-w-0">
      <div className={hidesLabel ? 'sr-only' : 'mb-1.5 flex items-baseline justify-between gap-2 text-sm'}>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {aside ? <span className="text-ink-3">{aside}</span> : null}
      </div>
      {children}
      <FieldNotes id={id} error={error} hint={hint} />
    </div>
  );
}

/** The error of a field, and what is expected of its input. */
export function FieldNotes({
  id,
  error,
  hint,
  isAlert,
}: Pick<FieldFrameProps, 'id' | 'error' | 'hint'> & { isAlert?: boolean }) {
  return (
    <>
      {error ? (
        <p
          id={`${id}-error`}
          role={isAlert ? 'alert' : undefined}
          className="mt-1.5 flex gap-1.5 text-xs font-medium wrap-anywhere text-danger"
        >
          <CircleAlert size={16} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className="mt-1.5 text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </>
  );
}

const box =
  'flex w-full items-center gap-2.5 rounded-md px-3.5 transition-shadow duration-(--dur-state) focus-within:shadow-[inset_0_0_0_2px_var(--c-brand),0_0_0_4px_var(--c-brand-soft)]';
const fill = (isDisabled: boolean | undefined) => (isDisabled ? 'bg-sunken text-ink-3' : 'bg-surface');
const edge = (error: string | undefined, isOk = false) => {
  if (error) return 'shadow-[inset_0_0_0_2px_var(--c-danger)]';
  return isOk ? 'shadow-[inset_0_0_0_2px_var(--c-ok)]' : 'ctl-line';
};
// At least 16 px, because iOS zooms into a field with a smaller font size.
const bare = 'min-w-0 flex-1 bg-transparent text-base outline-none';
/** Ids of the notes of a field. */
export const describedBy = (id: string, hint: unknown, error: unknown) =>
  [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].join(' ').trim() || undefined;

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  label: string;
  hidesLabel?: boolean;
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  icon?: ReactNode;
  /** A button at the right end of the field, to paste or scan. */
  action?: ReactNode;
  /** Whether the input was checked and is correct. */
  isOk?: boolean;
}

/** A labelled input. `type="password"` has a button that shows the input. */
export function Field(props: FieldProps) {
  const {
    label,
    hidesLabel,
    aside,
    hint,
    error,
    icon,
    action,
    isOk,
    type = 'text',
    className,
    ...rest
  } = props;
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const isPassword = type === 'password';
  return (
    <FieldFrame id={id} label={label} hidesLabel={hidesLabel} aside={aside} hint={hint} error={error}>
      <div className={classNames(box, fill(rest.disabled), edge(error, isOk), 'min-h-ctl', className)}>
        {icon ? <span className="text-ink-2">{icon}</span> : null}
        <input
          {...rest}
          id={id}
          type={isPassword && isShown ? 'text' : type}
          className={classNames(bare, 'h-ctl')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        {isPassword ? (
          <button
            type="button"
            className="-mr-2.5 inline-grid size-tap shrink-0 place-items-center text-ink-2"
            aria-label={isShown ? 'Hide what is typed' : 'Show what is typed'}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff size={20} aria-hidden /> : <Eye size={20} aria-hidden />}
          </button>
        ) : null}
        {isOk && !error ? <CircleCheck size={20} className="shrink-0 text-ok" aria-label="Correct" /> : null}
        {action ? <span className="-mr-2.5 shrink-0 text-ink-2">{action}</span> : null}
      </div>
    </FieldFrame>
  );
}

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  label: string;
  aside?: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
}

export function TextArea({ label, aside, hint, error, rows = 3, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} aside={aside} hint={hint} error={error}>
      <div className={classNames(box, fill(rest.disabled), edge(error), 'py-3')}>
        <textarea
          {...rest}
          id={id}
          rows={rows}
          className={classNames(bare, 'resize-y')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
      </div>
    </FieldFrame>
  );
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'onChange'> {
  label: string;
  error?: string | undefined;
  onChange?: (value: string) => void;
  /** In place of children. */
  options?: readonly (readonly [value: string, name: string | undefined])[];
}

export function Select({ label, error, onChange, options, children, ...rest }: SelectProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className={classNames(box, edge(error), 'relative min-h-ctl')}>
        {/* Without the native look, which WebKit draws as a grey box; the arrow is drawn here. */}
        <select
          {...rest}
          id={id}
          className={classNames(bare, '-mr-3.5 h-ctl appearance-none truncate pr-10 *:bg-surface *:text-ink')}
          onChange={onChange && ((event) => onChange(event.target.value))}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, undefined, error)}
        >
          {children}
          {options?.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <ChevronDown size={20} aria-hidden className="pointer-events-none absolute right-3.5 text-ink-2" />
      </div>
    </FieldFrame>
  );
}
