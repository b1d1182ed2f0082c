import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';

const look =
  'inline-flex min-h-tap max-w-full items-center gap-2 justify-self-center rounded-full bg-[#0a0f2e] px-4 py-1 text-sm';

/** On a stage: the way to the page that checks a draw, with the commitment before it. Null is nowhere. */
export function SealLink({ to, text, hash }: { to: string | null; text: string; hash?: string }) {
  const content = (
    <>
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-win" />
      <span className="min-w-0 wrap-anywhere">
        {text}
        {hash ? (
          <span title={hash} className="font-mono">
            {hash.slice(0, 8)} … {hash.slice(-8)}
          </span>
        ) : null}
      </span>
    </>
  );
  if (to === null) return <span className={look}>{content}</span>;
  return (
    <Link to={to} className={look}>
      {content}
    </Link>
  );
}
