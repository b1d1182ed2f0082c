import { onDemand } from '../../../lib/on-demand.ts';

/** What the dock shows of the user's own maximum. */
export const maximumPart = onDemand(() => import('./maximum-part.tsx'));
