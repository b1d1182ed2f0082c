const BLOCKS = '▁▂▃▄▅▆▇█';

/**
 * Draws the last values that fit into the width, one block each, from 0 to the highest of them; `·` is a second without a
 * value.
 */
export function sparkline(values: readonly (number | null)[], width: number): string {
  const shown = values.slice(-Math.max(0, Math.floor(width)));
  if (width < 1) return '';
  const highest = Math.max(0, ...shown.map((value) => value ?? 0));
  return shown
    .map((value) => {
      if (value === null) return '·';
      const level = highest === 0 ? 0 : Math.round((value / highest) * (BLOCKS.length - 1));
      return BLOCKS[level];
    })
    .join('');
}

/** Merges neighbours to their highest value, so that all values fit into the width. */
export function fitInto(values: readonly (number | null)[], width: number): (number | null)[] {
  const size = Math.max(1, Math.ceil(values.length / Math.max(1, width)));
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) => {
    const part = values.slice(at * size, (at + 1) * size).filter((value) => value !== null);
    return part.length === 0 ? null : Math.max(...part);
  });
}

export interface Output {
  isTTY?: boolean;
  columns?: number;
}

/** Whether the output shows drawings and colours: a terminal, unless NO_COLOR or TERM=dumb asks for plain text. */
export function isRich({ isTTY = false }: Output, env: NodeJS.ProcessEnv): boolean {
  return isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
}
