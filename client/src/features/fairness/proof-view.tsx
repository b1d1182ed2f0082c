import type { CardFairness } from '@copup/shared/fairness-calls.ts';
import { Check, Copy, Key, Lock, User, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { verifyProof } from '../../lib/verify-proof.ts';
import { IconButton } from '../../ui/button.tsx';
import { CardFace } from '../../ui/card-face.tsx';
import { Chip } from '../../ui/chip.tsx';
import { toast } from '../../ui/toast.ts';
import { shortToastDurationMs } from '../../ui/toaster.tsx';
import { shortHash } from './proof-file.ts';

interface ProofViewProps {
  proof: CardFairness;
  /** Action beside the user's own number. */
  ownNumberAction?: ReactNode;
  /** Content between the seeds and the draws. */
  children?: ReactNode;
}

const places = ['Left card', 'Middle card', 'Right card'];

/** The result of the verification of a game's draws; draws that do not match come first. */
export function ProofView({ proof, ownNumberAction, children }: ProofViewProps) {
  const result = proof.server_seed === null ? null : verifyProof(proof);
  const matching = result?.draws.filter(Boolean).length ?? 0;
  const draws = proof.draws
    .map((draw, at) => ({ draw, isRight: result ? (result.draws[at] ?? false) : null }))
    .sort((a, b) => Number(a.isRight ?? true) - Number(b.isRight ?? true));
  return (
    <>
      <Verdict proof={proof} result={result} />
      <ul className="divide-y divide-line overflow-hidden rounded-[24px] bg-surface shadow-2">
        <Fact Icon={Lock} name="Sealed before you played" hash={proof.commitment} />
        {proof.server_seed === null ? (
          <Fact Icon={Key} name="Opened after the game" text="Not before the end" />
        ) : (
          <Fact Icon={Key} name="Opened after the game" hash={proof.server_seed} />
        )}
        <Fact Icon={User} name="Your own number" text={proof.client_seed}>
          {ownNumberAction}
        </Fact>
      </ul>
      {children}
      {draws.length > 0 ? (
        <section aria-label="Draws" className="overflow-hidden rounded-[24px] bg-surface shadow-2">
          <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line px-4 py-3">
            <h2 className="text-ctl wrap-anywhere">{proof.title}, draws</h2>
            {result ? (
              <span className="text-sm text-ink-3">
                {matching} of {draws.length} match
              </span>
            ) : null}
          </div>
          <ol className="divide-y divide-line">
            {draws.map(({ draw, isRight }) => (
              <li key={draw.nonce} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5">
                <span className="min-w-7 text-ink-2">{draw.nonce}</span>
                <CardFace value={draw.value} />
                <span className="min-w-0 flex-[1_1_6.5rem] text-ink-2">
                  {places[draw.position] ?? 'Card'}
                </span>
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
          </ol>
        </section>
      ) : null}
    </>
  );
}

function Verdict({ proof, result }: { proof: CardFairness; result: ReturnType<typeof verifyProof> | null }) {
  const { title, text } = verdictOf(proof, result);
  const Icon = result?.isProven === false ? X : result ? Check : Lock;
  return (
    <section
      aria-label="Result"
      className="stage adire flex items-center justify-between gap-4 overflow-hidden rounded-xl px-4.5 py-5 [--moon-at:right_-40px_center]"
    >
      <div role="status" className="min-w-0">
        <h2 className="text-[1.5rem] leading-tight">{title}</h2>
        <p className="mt-1 text-on-stage-2">{text}</p>
      </div>
      <span
        aria-hidden="true"
        className={`grid size-20 shrink-0 place-items-center rounded-full border-7 max-[359px]:hidden ${result?.isProven === false ? 'border-hot text-hot' : result ? 'border-win text-win' : 'border-coin text-coin'}`}
      >
        <Icon size={34} />
      </span>
    </section>
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
      text: `Our number for ${title} is sealed. It opens when the game is over, and this page then checks every card.`,
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

interface FactProps {
  Icon: typeof Lock;
  name: string;
  /** Displayed short, copied in full. */
  hash?: string;
  text?: string;
  children?: ReactNode;
}

function Fact({ Icon, name, hash, text, children }: FactProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(hash ?? '');
      toast.success('Copied to the clipboard.', shortToastDurationMs);
    } catch {
      toast.error('Copying is not possible in this browser.');
    }
  };
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3.5 gap-y-2 px-4 py-2">
      <Icon size={20} aria-hidden className="shrink-0 text-brand" />
      <span className="min-w-0 flex-[1_1_9rem]">
        <b className="block font-semibold">{name}</b>
        <span className="block font-mono text-sm wrap-anywhere text-ink-2">
          {hash ? shortHash(hash) : text}
        </span>
      </span>
      {hash ? (
        <IconButton label={`Copy: ${name}`} onClick={() => void copy()}>
          <Copy size={20} aria-hidden />
        </IconButton>
      ) : null}
      {children}
    </li>
  );
}
