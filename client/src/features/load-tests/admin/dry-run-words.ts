import type { ListedDryRun } from '@copup/shared/dry-runs.ts';

type Judged = Pick<ListedDryRun, 'state' | 'verdict'>;

const words = { ready: 'Ready to open', care: 'Open with care', no: 'Don’t open' } as const;
const looks = { ready: 'ok', care: 'warn', no: 'bad' } as const;

export const verdictWord = ({ state, verdict }: Judged): string =>
  verdict ? words[verdict] : state === 'running' ? 'Running' : 'Ended early';
export const verdictLook = ({ state, verdict }: Judged) =>
  verdict ? looks[verdict] : state === 'running' ? 'brand' : 'plain';
