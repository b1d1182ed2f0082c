import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import type { ReactNode } from 'react';
import { CardProofView } from './card-proof-view.tsx';
import { HeistProofView } from './heist-proof-view.tsx';
import { SpinProofView } from './spin-proof-view.tsx';

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
  if (proof.kind === 'spin') {
    return (
      <SpinProofView proof={proof} ownNumberAction={ownNumberAction}>
        {children}
      </SpinProofView>
    );
  }
  return (
    <CardProofView proof={proof} ownNumberAction={ownNumberAction}>
      {children}
    </CardProofView>
  );
}
