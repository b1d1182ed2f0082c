import { postIntent } from '../../lib/intents.ts';
import { capitalized } from '../capitalized.ts';
import { ReasonForm } from '../reason-form.tsx';
import { ConsequenceList } from './consequence-list.tsx';
import { useConsequences, withGuard } from './use-consequences.ts';

interface CancelDialogProps {
  /** Below /api/admin. */
  resource: string;
  /** The kind of subject: auction, contest, heist. */
  noun: string;
  id: number;
  name: string;
  onClose: () => void;
}

/** Cancels one subject (A8): its consequences in numbers of this moment, and a reason. */
export function CancelDialog({ resource, noun, id, name, onClose }: CancelDialogProps) {
  const consequences = useConsequences(`${noun}.cancel`, id);
  const cancel = async (reason: string): Promise<string> => {
    try {
      const body = { reason };
      await postIntent(`cancel:${resource}:${id}`, `/admin/${resource}/${id}/cancel`, body, {
        send: withGuard(consequences.data?.guard),
      });
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
