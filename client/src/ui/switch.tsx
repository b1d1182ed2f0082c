interface SwitchProps {
  /** The id for the label beside it. */
  id: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
}

/** A switch, built on a native checkbox for behaviour and accessibility. The checkbox is taller than what it draws, to be touched. */
export function Switch({ id, isOn, onChange, disabled }: SwitchProps) {
  return (
    <span className="relative -my-2 inline-block h-tap w-12 shrink-0">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none outline-none disabled:cursor-not-allowed"
      />
      <span
        aria-hidden="true"
        className="ctl-line pointer-events-none absolute inset-x-0 inset-y-2 rounded-full bg-sunken transition-colors duration-(--dur-state) peer-checked:bg-brand peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand peer-disabled:opacity-50"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-3 left-1 size-5 rounded-full bg-ink-2 transition-transform duration-(--dur-state) peer-checked:translate-x-5 peer-checked:bg-surface forced-colors:bg-[ButtonText]!"
      />
    </span>
  );
}

interface SwitchRowProps extends SwitchProps {
  name: string;
  hint?: string | undefined;
}

/** A setting that is on or off, in a list. */
export function SwitchRow({ name, hint, ...of }: SwitchRowProps) {
  return (
    <label htmlFor={of.id} className="flex min-h-15 items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{name}</span>
        {hint ? <span className="block text-sm text-ink-2">{hint}</span> : null}
      </span>
      <Switch {...of} />
    </label>
  );
}
