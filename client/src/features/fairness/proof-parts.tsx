import { Check, Copy, Lock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { shortHash } from './proof-file.ts';

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
export function Verdict({ state, title, text }: VerdictProps) {
  const { Icon, look } = verdicts[state];
  return (
    <section
      aria-label="Result"
      className="stage adire flex items-center justify-between gap-4 overflow-hidden rounded-xl px-4.5 py-5 [--moon-at:right_-40px_center]"
    >
      <div role="status" className="min-w-0">
        <h2 className="text-[1.5rem] leading-tight wrap-anywhere">{title}</h2>
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

interface FactProps {
  Icon: typeof Lock;
  name: string;
  /** Displayed short, copied in full. */
  hash?: string;
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
