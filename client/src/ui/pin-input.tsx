import type { ReactNode } from 'react';
import { CodeBoxes } from './code-boxes.tsx';

interface PinInputProps {
  label: string;
  labelNote?: string;
  name?: string;
  value: string;
  onChange: (digits: string) => void;
  /** Right of the label: a link to recover it. */
  aside?: ReactNode;
  hint?: string;
  error?: string | undefined;
  disabled?: boolean;
}

/** The four digits of a PIN, shown as dots. */
export function PinInput({ name = 'pin', ...rest }: PinInputProps) {
  return <CodeBoxes {...rest} name={name} length={4} isSecret autoComplete="off" />;
}
