import { liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import { postIntent } from '../../lib/intents.ts';
import { capitalized } from '../capitalized.ts';
import { ReasonForm } from '../reason-form.tsx';
import { ConsequenceList } from './consequence-list.tsx';
import { useConsequences, withGuard } from './use-consequences.ts';

interface CancelDialogProps {
  noun: SubjectKindName;
  id: number;
  name: string;
  onClose: () => void;
}

/** Cancels one subject (A8): its consequences in numbers of this moment, and a reason. */
export function CancelDialog({ noun, id, name, onClose }: CancelDialogProps) {
  const consequences = useConsequences(`${noun}.cancel`, id);
  const cancel = async (reason: string): Promise<string> => {
    try {
      const { plural } = liveSubjects[noun];
      await postIntent(
        `cancel:${plural}:${id}`,
        `/admin/${plural}/${id}/cancel`,
        { reason },
        {
          send: withGuard(consequences.data?.guard),
        },
      );
      return `${capitalized(noun)} cancelled`;
    } catch (error) {
      consequences.takeChanges(error);
      throw error;
    }
  };
  return (
    <ReasonForm title={`Cancel ${name}`} actionName={`Cancel ${noun}`} onSubmit={cancel} onClose={onClose}>
      <ConsequenceList consequences={consequences} />
    </ReasonForm>
  );
}
