import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { shortHash } from './live-heist.ts';

/** The hash of the answer, which is published before the first ticket (H3). */
export function SealLink({ id, hash }: { id: number; hash: string }) {
  return (
    <Link
      to={pathTo(paths.proof, 'heist', id)}
      className="-my-1 inline-flex min-h-tap flex-wrap items-center gap-x-2 justify-self-start text-xs text-ink-2"
    >
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-ok" />
      Sealed answer
      <span title={hash} className="font-mono">
        {shortHash(hash)}
      </span>
    </Link>
  );
}
