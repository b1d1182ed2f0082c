import { CodeBoxes, type CodeFieldProps } from './code-boxes.tsx';

/** Six digits in one field: pasting and the phone's one-time-code suggestion fill it. */
export function OtpInput(props: CodeFieldProps & { hint: string }) {
  return <CodeBoxes {...props} name="otp" length={6} autoComplete="one-time-code" />;
}
