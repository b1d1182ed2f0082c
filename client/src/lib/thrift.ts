import { readStored } from './stored.ts';

export const saverKey = 'saver';

/**
 * Returns whether to save data: then there is no decoration, pictures load on tap only, and auctions update once a second. The
 * user decides, or else the browser (Save-Data).
 */
export function isThrifty(): boolean {
  const chosen = readStored(saverKey);
  return chosen ? chosen === 'on' : browserSavesData();
}

export function browserSavesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Returns whether the user prefers reduced motion. */
export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
