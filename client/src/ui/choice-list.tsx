import { useId } from 'react';

interface ChoiceListProps<Value> {
  /** For screen readers. */
  label: string;
  choices: readonly { value: Value; title: string; sub: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** Whether the circle precedes its lines. */
  isRadioFirst?: boolean;
}

/** Large radio buttons with two lines each. */
export function ChoiceList<Value extends string | number>({
  label,
  choices,
  chosen,
  onChoose,
  isRadioFirst = false,
}: ChoiceListProps<Value>) {
  const name = useId();
  return (
    <fieldset className="grid gap-2.5">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ value, title, sub }) => (
        <label
          key={value}
          className={`flex min-h-16 cursor-pointer items-center gap-3 rounded-md px-3.5 py-2.5 ${isRadioFirst ? 'flex-row-reverse justify-end' : 'justify-between'} ${
            value === chosen ? 'bg-brand-soft shadow-[inset_0_0_0_2px_var(--c-brand)]' : 'ctl-line'
          }`}
        >
          <span className="min-w-0">
            <b className="block font-semibold">{title}</b>
            <span className="block text-sm text-ink-2">{sub}</span>
          </span>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
            className="size-6 shrink-0 accent-brand"
          />
        </label>
      ))}
    </fieldset>
  );
}
