import { inCoins } from '@copup/shared/coins.ts';
import { type SpinProofResult, verifySpinProof } from '@copup/shared/spin-proof.ts';
import type { SpinFairness } from '@copup/shared/spins.ts';
import { Disc3, Key, Lock, User } from 'lucide-react';
import { formatMoment } from '../../lib/format-time.ts';
import { browserHashes } from '../../lib/verify-proof.ts';
import { Fact, ProofFrame, type ProofViewProps } from './proof-parts.tsx';

/** The result of the verification of a spin. */
export function SpinProofView({ proof, ownNumberAction, children }: ProofViewProps<SpinFairness>) {
  const { server_seed: seed, segment, result: coins, at } = proof;
  const result = seed === null ? null : verifySpinProof(proof, browserHashes);
  return (
    <ProofFrame
      result={result}
      {...verdictOf(proof, result)}
      facts={
        <>
          <Fact Icon={Lock} name="Sealed before your spin" hash={proof.commitment} />
          <Fact Icon={Key} name="Opened after your spin" hash={seed} text="Not before you spin" />
          <Fact Icon={User} name="Your own number" text={proof.client_seed}>
            {seed === null ? ownNumberAction : null}
          </Fact>
          {segment !== null && coins !== null ? (
            <Fact
              Icon={Disc3}
              name={`Segment ${segment + 1} of 6: ${inCoins(coins)}`}
              text={at === null ? '' : formatMoment(Date.parse(at), Date.now())}
            />
          ) : null}
        </>
      }
    >
      {children}
    </ProofFrame>
  );
}

function verdictOf(
  { result: coins }: SpinFairness,
  result: SpinProofResult | null,
): { title: string; text: string } {
  if (!result)
    return {
      title: 'Sealed',
      text: 'Our number for your spin is sealed. It opens when you spin, and this page then checks where the wheel stopped.',
    };
  if (result.isProven)
    return {
      title: 'Your spin matches',
      text: `We sealed our number before you spun. Your phone has now checked that the wheel stops at ${inCoins(coins ?? 0)}.`,
    };
  if (!result.isSeedCommitted)
    return { title: 'Not verified', text: 'The opened number is not the one that was sealed.' };
  if (!result.isSegmentRight)
    return { title: 'Not verified', text: 'The numbers give another segment of the wheel.' };
  return { title: 'Not verified', text: 'The segment has another number of coins.' };
}
