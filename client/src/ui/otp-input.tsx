import type { ReactNode } from 'react';
import { CodeBoxes } from './code-boxes.tsx';

interface OtpInputProps {
  label: string;
  labelNote?: string;
  value: string;
  onChange: (digits: string) => void;
  aside?: ReactNode;
  /** Always visible, not on hover only. */
  hint: string;
  error?: string | undefined;
}

/** Six digits in one field: pasting and the phone's one-time-code suggestion fill it. */
export function OtpInput(props: OtpInputProps) {
  return <CodeBoxes {...props} name="otp" length={6} autoComplete="one-time-code" />;
}
