import { coinsAre, inCoins } from '@copup/shared/coins.ts';
import { type EnteredKind, liveSubjects } from '@copup/shared/live-subjects.ts';
import { Button } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';

interface LeaveModalProps {
  kind: EnteredKind;
  refund: number;
  isBusy: boolean;
  onLeave: () => void;
  onClose: () => void;
}

export const leaveText = (refund: number) =>
  refund > 0 ? `Leave with a refund of ${inCoins(refund)}` : 'Leave';

/** Confirms that an entry is given back. */
export function LeaveModal({ kind, refund, isBusy, onLeave, onClose }: LeaveModalProps) {
  const { entry, again } = liveSubjects[kind].leaving;
  return (
    <Modal title={`Leave this ${kind}?`} onClose={onClose} isBusy={isBusy}>
      {(close) => (
        <div className="grid gap-4">
          <p className="text-ink-2">
            You give your {entry} back.{' '}
            {refund > 0 ? `Your ${coinsAre(refund)} back in your wallet at once. ` : ''}
            {again}
          </p>
          <div className="grid gap-2">
            <Button look="coin" size="lg" busy={isBusy} onClick={onLeave}>
              {leaveText(refund)}
            </Button>
            <Button disabled={isBusy} onClick={close}>
              Stay
            </Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
