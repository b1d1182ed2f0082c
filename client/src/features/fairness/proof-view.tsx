import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import { CardProofView } from './card-proof-view.tsx';
import { HeistProofView } from './heist-proof-view.tsx';
import type { ProofViewProps } from './proof-parts.tsx';
import { SpinProofView } from './spin-proof-view.tsx';

/** The result of the verification of a proof of any kind. */
export function ProofView({ proof, ...rest }: ProofViewProps<FairnessReply>) {
  if (proof.kind === 'heist') return <HeistProofView proof={proof} {...rest} />;
  if (proof.kind === 'spin') return <SpinProofView proof={proof} {...rest} />;
  return <CardProofView proof={proof} {...rest} />;
}
