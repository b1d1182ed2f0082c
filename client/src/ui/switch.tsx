interface SwitchProps {
  /** The id for the label beside it. */
  id: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
}

/** A switch, built on a native checkbox for behaviour and accessibility. */
export function Switch({ id, isOn, onChange, disabled }: SwitchProps) {
  return (
    <span className="relative inline-block h-7 w-12 shrink-0">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="peer ctl-line absolute inset-0 size-full cursor-pointer appearance-none rounded-full bg-sunken transition-colors duration-(--dur-state) checked:bg-brand disabled:cursor-not-allowed disabled:opacity-50"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-ink-2 transition-transform duration-(--dur-state) peer-checked:translate-x-5 peer-checked:bg-surface"
      />
    </span>
  );
}
