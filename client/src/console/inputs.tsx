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
  return <Field autoComplete="off" {...rest} {...useText(source)} />;
}

export function MomentInput({ aside, ...rest }: ComponentProps<typeof TextInput>) {
  const zone = <>Lagos time{aside ? <>, {aside}</> : null}</>;
  return <TextInput type="datetime-local" step={1} {...rest} aside={zone} />;
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
