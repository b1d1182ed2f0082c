import { Check, Copy, Lock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortHash } from '../../lib/short-hash.ts';
import { IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';

export interface ProofViewProps<Proof> {
  proof: Proof;
  /** Action beside the user's own number, which heists do not have. */
  ownNumberAction?: ReactNode;
  /** Content between the seals and the draws or answers. */
  children?: ReactNode;
}

/** `sealed`: not verified yet, since the secrets are not revealed. */
const verdicts = {
  sealed: { Icon: Lock, look: 'border-coin text-coin' },
  right: { Icon: Check, look: 'border-win text-win' },
  wrong: { Icon: X, look: 'border-hot text-hot' },
};

interface VerdictProps {
  state: keyof typeof verdicts;
  title: string;
  text: string;
}

/** The result of a verification. */
function Verdict({ state, title, text }: VerdictProps) {
  const { Icon, look } = verdicts[state];
  return (
    <section
      aria-label="Result"
      className="stage adire flex items-center justify-between gap-4 overflow-hidden rounded-xl px-4.5 py-5 [--moon-at:right_-40px_center]"
    >
      <div role="status" className="min-w-0">
        <h2 className="font-display text-[1.5rem] leading-tight wrap-anywhere">{title}</h2>
        <p className="mt-1 wrap-anywhere text-on-stage-2">{text}</p>
      </div>
      <span
        aria-hidden="true"
        className={`grid size-20 shrink-0 place-items-center rounded-full border-7 max-[359px]:hidden ${look}`}
      >
        <Icon size={34} />
      </span>
    </section>
  );
}

interface ProofFrameProps extends Omit<VerdictProps, 'state'> {
  /** Null until the secrets are revealed. */
  result: { isProven: boolean } | null;
  facts: ReactNode;
  children: ReactNode;
}

/** The result of a verification above the facts of its proof. */
export function ProofFrame({ result, facts, children, ...words }: ProofFrameProps) {
  return (
    <>
      <Verdict state={result === null ? 'sealed' : result.isProven ? 'right' : 'wrong'} {...words} />
      <ul className="divide-y divide-line overflow-hidden rounded-[24px] bg-surface shadow-2">{facts}</ul>
      {children}
    </>
  );
}

interface ProofListProps {
  label: string;
  title: string;
  aside: ReactNode;
  children: ReactNode;
}

/** The draws or answers of a proof. */
export function ProofList({ label, title, aside, children }: ProofListProps) {
  return (
    <section aria-label={label} className="overflow-hidden rounded-[24px] bg-surface shadow-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line px-4 py-3">
        <h2 className="text-ctl wrap-anywhere">{title}</h2>
        {aside}
      </div>
      <ol className="divide-y divide-line">{children}</ol>
    </section>
  );
}

interface FactProps {
  Icon: typeof Lock;
  name: string;
  /** Displayed short, copied in full; the text until it is revealed. */
  hash?: string | null;
  text?: string;
  children?: ReactNode;
}

/** One fact of a proof, with its hash to copy. */
export function Fact({ Icon, name, hash, text, children }: FactProps) {
  const copy = () =>
    copyText(hash ?? '', 'Copied to the clipboard.', 'Copying is not possible in this browser.');
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
