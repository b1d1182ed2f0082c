import { type Key, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface RadiosProps<Value extends Key | null> {
  options: readonly { value: Value; name: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Of each label, of that of the chosen option, and of the others. */
  className: string;
  chosenClass: string;
  otherClass: string;
  /** The corners of the focus ring, which are those of the labels. */
  corners?: string;
}

/** Native radio buttons that fill their labels: one stop for the Tab key, and the arrow keys select, without a script. */
export function Radios<Value extends Key | null>(props: RadiosProps<Value>) {
  const { options, value: chosen, onChange, className, chosenClass, otherClass } = props;
  const group = useId();
  return options.map(({ value, name }) => (
    <label
      key={value ?? 'none'}
      className={classNames(
        'relative cursor-pointer',
        className,
        value === chosen ? chosenClass : otherClass,
      )}
    >
      <input
        type="radio"
        name={group}
        checked={value === chosen}
        onChange={() => onChange(value)}
        className={classNames(
          'absolute inset-0 size-full cursor-pointer appearance-none',
          props.corners ?? 'rounded-full!',
        )}
      />
      {name}
    </label>
  ));
}
