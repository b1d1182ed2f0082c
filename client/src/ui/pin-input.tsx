import { CodeBoxes, type CodeFieldProps } from './code-boxes.tsx';

/** The four digits of a PIN, shown as dots. */
export function PinInput({ name = 'pin', ...rest }: CodeFieldProps & { name?: string }) {
  return <CodeBoxes {...rest} name={name} length={4} isSecret autoComplete="off" />;
}
