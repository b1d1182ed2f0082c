import { Search } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Field } from '../ui/field.tsx';

interface SearchFieldProps extends Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> {
  /** What is searched for now. */
  value: string;
  onSearch: (text: string) => void;
}

/** Time without input after which the search starts. */
const typingMs = 300;

/** A search that starts after a pause in typing. The field follows the address, from which the value is. */
export function SearchField({ value, onSearch, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onSearch(wanted);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <Field
      type="search"
      autoComplete="off"
      icon={<Search size={20} aria-hidden />}
      {...field}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
