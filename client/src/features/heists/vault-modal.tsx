import type { Heist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { Users, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { VaultDoor } from '../../ui/art/vault-door.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useLiveHeist } from './use-live-heist.ts';

/** Break Vault: the story, the question and the answer of a started heist, whose page then shows the answer. */
export function VaultModal({ heist: listed, onClose }: { heist: Heist; onClose: () => void }) {
  const { heist } = useLiveHeist(listed);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  const showAnswer = () => {
    onClose();
    void navigate(pathTo(paths.vault, heist.id));
  };
  return (
    <Modal title={heist.name} onClose={onClose} isBusy={isBusy} withHeader={false}>
      {(leave) => (
        <>
          <div className="stage adire relative -mx-5 -mt-[1.625rem] mb-4.5 grid justify-items-center gap-1 overflow-hidden px-14 pt-4.5 pb-5 text-center [--moon-at:center_-70px] lg:-mx-7 lg:-mt-7 lg:pt-6">
            <IconButton
              label="Close"
              onClick={leave}
              disabled={isBusy}
              className="absolute! top-3 right-3 bg-white/12"
            >
              <X size={24} aria-hidden />
            </IconButton>
            <VaultDoor className="size-29" />
            <p
              aria-hidden="true"
              className="font-display text-[1.5rem] leading-tight font-bold wrap-anywhere"
            >
              {heist.name}
            </p>
            <p className="inline-flex items-center gap-1.5 text-sm text-on-stage-2">
              <Users size={16} aria-hidden />
              {heist.participant_count} in this heist
            </p>
          </div>
          <AnswerForm heist={heist} onAnswered={showAnswer} onBusy={setIsBusy} />
        </>
      )}
    </Modal>
  );
}
