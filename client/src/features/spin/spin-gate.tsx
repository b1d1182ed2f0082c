import { fieldTexts } from '@copup/shared/field-texts.ts';
import type { SpinState } from '@copup/shared/spins.ts';
import { Lock } from 'lucide-react';
import { call } from '../../lib/calls.ts';
import { CodeForm } from '../../parts/code-form.tsx';
import { Modal } from '../../ui/modal.tsx';

interface SpinGateProps {
  onUnlocked: (state: SpinState) => void;
  onClose: () => void;
}

/** B1: the passcode of the wheel. */
export function SpinGate({ onUnlocked, onClose }: SpinGateProps) {
  return (
    <Modal title="Enter your passcode" onClose={onClose}>
      <CodeForm
        label="Passcode"
        icon={<Lock size={20} aria-hidden />}
        action="Unlock the wheel"
        send={(passcode) => call('POST /user/spin/unlock', { body: { passcode } })}
        onUnlocked={onUnlocked}
        refusal="WRONG_PASSCODE"
        wrong={fieldTexts.passcode}
        isFocused
      >
        <p className="text-ink-2">The spin passcode is in your invite.</p>
      </CodeForm>
    </Modal>
  );
}
