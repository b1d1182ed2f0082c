import { MAX_BET_PASSWORD } from '@copup/shared/bet-limits.ts';
import { LockKeyhole } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'label' | 'onChange'> & {
  onChange: (password: string) => void;
};

/** The password of a bet, which is shown while it is typed: a friend has told it. */
export const PasswordField = ({ onChange, ...field }: PasswordFieldProps) => (
  <Field
    {...field}
    label="Bet password"
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={MAX_BET_PASSWORD}
    icon={<LockKeyhole size={18} aria-hidden />}
    onChange={(event) => onChange(event.target.value)}
  />
);
