import type { CardFairness } from '@copup/shared/fairness-calls.ts';
import { isolate } from '@copup/shared/isolate.ts';
import { Check, Key, Lock, User, X } from 'lucide-react';
import { verifyProof } from '../../lib/verify-proof.ts';
import { CardFace } from '../../ui/card-face.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Fact, ProofFrame, ProofList, type ProofViewProps } from './proof-parts.tsx';

const places = ['Left card', 'Middle card', 'Right card'];

/** The result of the verification of a game's draws; draws that do not match come first. */
export function CardProofView({ proof, ownNumberAction, children }: ProofViewProps<CardFairness>) {
  const result = proof.server_seed === null ? null : verifyProof(proof);
  const matching = result?.draws.filter(Boolean).length ?? 0;
  const draws = proof.draws
    .map((draw, at) => ({ draw, isRight: result ? (result.draws[at] ?? false) : null }))
    .sort((a, b) => Number(a.isRight ?? true) - Number(b.isRight ?? true));
  return (
    <ProofFrame
      result={result}
      {...verdictOf(proof, result)}
      facts={
        <>
          <Fact Icon={Lock} name="Sealed before you played" hash={proof.commitment} />
          <Fact Icon={Key} name="Opened after the game" hash={proof.server_seed} text="Not before the end" />
          <Fact Icon={User} name="Your own number" text={proof.client_seed}>
            {ownNumberAction}
          </Fact>
        </>
      }
    >
      {children}
      {draws.length > 0 ? (
        <ProofList
          label="Draws"
          title={`${isolate(proof.title)}, draws`}
          aside={
            result ? (
              <span className="text-sm text-ink-3">
                {matching} of {draws.length} match
              </span>
            ) : null
          }
        >
          {draws.map(({ draw, isRight }) => (
            <li key={draw.nonce} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5">
              <span className="min-w-7 text-ink-2">{draw.nonce}</span>
              <CardFace value={draw.value} />
              <span className="min-w-0 flex-[1_1_6.5rem] text-ink-2">{places[draw.position] ?? 'Card'}</span>
              {isRight === null ? null : isRight ? (
                <Chip look="ok">
                  <Check size={16} aria-hidden />
                  Matches
                </Chip>
              ) : (
                <Chip look="bad">
                  <X size={16} aria-hidden />
                  Doesn’t match
                </Chip>
              )}
            </li>
          ))}
        </ProofList>
      ) : null}
    </ProofFrame>
  );
}

function verdictOf(
  { draws, title }: CardFairness,
  result: ReturnType<typeof verifyProof> | null,
): { title: string; text: string } {
  const count = draws.length;
  if (!result)
    return {
      title: 'Sealed',
      text: `Our number for ${isolate(title)} is sealed. It opens when the game is over, and this page then checks every card.`,
    };
  if (result.isProven)
    return count === 0
      ? { title: 'The seal matches', text: 'You drew no card in this game.' }
      : {
          title: count === 1 ? '1 draw matches' : `All ${count} draws match`,
          text: 'We sealed our number before you played. Your phone has now checked every card against it.',
        };
  if (!result.isSeedCommitted)
    return { title: 'Not verified', text: 'The opened number is not the one that was sealed.' };
  const wrong = draws.filter((_, at) => !result.draws[at]).map(({ nonce }) => nonce);
  if (wrong.length > 0)
    return {
      title: 'Not verified',
      text:
        wrong.length === 1
          ? `Draw ${wrong[0]} doesn’t match the sealed number. The other ${count - 1} do.`
          : `${wrong.length} of ${count} draws don’t match the sealed number.`,
    };
  return { title: 'Not verified', text: 'The draws match, but they do not add up to the score.' };
}
