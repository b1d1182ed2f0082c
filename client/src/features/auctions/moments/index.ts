import { onDemand } from '../../../lib/on-demand.ts';

/** From this many seconds on, the stage shows nothing but the time. */
export const lastSeconds = 10;

/** The last ten seconds. */
export const lastTen = onDemand(() => import('./last-ten.tsx'));
/** The screens of an auction that has ended. */
export const ended = onDemand(() => import('./ended.tsx'));
/** The sheet behind the info icon. */
export const info = onDemand(() => import('./info-sheet.tsx'));
