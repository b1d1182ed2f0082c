import { useInput } from 'ra-core';
import type { ComponentProps, ElementType } from 'react';
import { Field, Select, TextArea } from '../ui/field.tsx';
import { errorText } from './form-errors.ts';

type Bound = 'name' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'error';
type BoundProps<Input extends ElementType> = { source: string } & Omit<ComponentProps<Input>, Bound>;

/** Keeps the input as text until it is sent, so that incomplete input is not lost. */
function useText(source: string) {
  const { field, fieldState } = useInput<string>({ source, parse: (text: string) => text });
  const { name, value, onChange, onBlur } = field;
  return { name, value: value as string, onChange, onBlur, error: errorText(fieldState.error?.message) };
}

export function TextInput({ source, ...rest }: BoundProps<typeof Field>) {
  const zone =
    rest.type === 'datetime-local' ? { aside: <>Lagos time{rest.aside ? <>, {rest.aside}</> : null}</> } : {};
  return <Field autoComplete="off" {...rest} {...zone} {...useText(source)} />;
}

export function NumberInput(props: ComponentProps<typeof TextInput>) {
  return <TextInput inputMode="numeric" {...props} />;
}

export function TextAreaInput({ source, ...rest }: BoundProps<typeof TextArea>) {
  return <TextArea {...rest} {...useText(source)} />;
}

export function SelectInput({ source, ...rest }: BoundProps<typeof Select>) {
  const { name, value, onChange } = useText(source);
  return <Select {...rest} name={name} value={value} onChange={onChange} />;
}
