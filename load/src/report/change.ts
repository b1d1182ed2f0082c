/** Relative changes up to this are treated as noise between two runs. */
const NOISE = 0.1;
const higherIsBetter = new Set(['bids', 'bids/s', 'messages/s']);

export interface Change {
  /** A percentage like `−16 %`, `same`, or an amount where the figure was 0 before. */
  text: string;
  tone: 'better' | 'worse' | 'same';
}

/** Compares one figure of two runs. Null if it was not measured in one of them. */
export function describeChange(
  key: string,
  before: number | null | undefined,
  after: number | null | undefined,
): Change | null {
  if (before == null || after == null || !Number.isFinite(before) || !Number.isFinite(after)) return null;
  const difference = after - before;
  const isNoise = Math.abs(difference) <= Math.abs(before) * NOISE;
  const tone = isNoise ? 'same' : difference > 0 === higherIsBetter.has(key) ? 'better' : 'worse';
  const sign = difference < 0 ? '−' : '+';
  if (before === 0)
    return { text: difference === 0 ? 'same' : `${sign}${shortNumber(Math.abs(difference))}`, tone };
  const percent = Math.round((Math.abs(difference) / Math.abs(before)) * 100);
  return { text: percent === 0 ? 'same' : `${sign}${shortNumber(percent)} %`, tone };
}

const shortNumber = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });
