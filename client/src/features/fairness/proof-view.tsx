import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import type { ReactNode } from 'react';
import { CardProofView } from './card-proof-view.tsx';
import { HeistProofView } from './heist-proof-view.tsx';

interface ProofViewProps {
  proof: FairnessReply;
  /** Action beside the user's own number, which heists do not have. */
  ownNumberAction?: ReactNode;
  /** Content between the seals and the draws or answers. */
  children?: ReactNode;
}

/** The result of the verification of a proof of any kind. */
export function ProofView({ proof, ownNumberAction, children }: ProofViewProps) {
  if (proof.kind === 'heist') return <HeistProofView proof={proof}>{children}</HeistProofView>;
  return (
    <CardProofView proof={proof} ownNumberAction={ownNumberAction}>
      {children}
    </CardProofView>
  );
}
