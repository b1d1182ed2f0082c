import type { Drill } from '../drill.ts';

export const quiet: Drill = {
  name: 'quiet',
  fault: 'nothing',
  holds: 'all invariants',
  run: ({ play }) =>
    play({
      judge: ({ history }) =>
        history.some(({ type }) => type === 'unknown') ? ['a reply was lost without a fault'] : [],
    }),
};
