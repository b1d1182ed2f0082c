import { type FormEvent, useState } from 'react';
import { issueOf } from '../lib/api-error.ts';

/** Returns what is typed into a field, without spaces around it; `raw` keeps them, for passwords. */
type Read = (name: string, form?: 'raw') => string;
type Errors<Name extends string> = Partial<Record<Name, string | undefined>>;

interface FormOptions<Name extends string> {
  /** Returns what is wrong, in the order of the fields. The first such field gets the focus, and nothing is sent. */
  check: (read: Read, values: FormData) => Errors<Name>;
  send: (read: Read) => void;
  /** The last request's error, whose issues are shown at the fields. */
  failure?: unknown;
}

/** A form of uncontrolled fields. Editing a field clears its error until the next submit. */
export function useForm<Name extends string>({ check, send, failure }: FormOptions<Name>) {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { elements } = event.currentTarget;
    const values = new FormData(event.currentTarget);
    const read: Read = (name, form) => {
      const text = String(values.get(name) ?? '');
      return form === 'raw' ? text : text.trim();
    };
    const found = check(read, values);
    setErrors(found);
    const first = Object.keys(found).find((name) => found[name as Name] !== undefined);
    if (first === undefined) return send(read);
    const field = elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  };
  const onInput = ({ target }: FormEvent) =>
    setErrors((before) => ({ ...before, [(target as HTMLInputElement).name]: undefined }));
  return {
    form: { onSubmit, onInput, noValidate: true },
    field: (name: Name) => ({ name, required: true, error: errors[name] ?? issueOf(failure, name) }),
  };
}
