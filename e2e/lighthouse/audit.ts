import lighthouse from 'lighthouse';

/** Figures of one page load. */
export interface Audited {
  /** 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  firstPaintMs: number;
  largestPaintMs: number;
  blockedMs: number;
  layoutShift: number;
  /** Transferred size, compressed. */
  kilobytes: number;
  /** Lighthouse's findings that lower a category's score. */
  findings: string[];
}

const categories = ['performance', 'accessibility', 'best-practices'];

/**
 * Runs Lighthouse with its mobile preset: a mid-range phone on slow 4G, both simulated. Caches are cleared before; local
 * storage is kept, so the browser stays signed in.
 *
 * @param port the browser's DevTools port
 */
export async function audit(url: string, port: number): Promise<Audited> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: categories });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { lhr } = result;
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
  const score = (category: string) => Math.round((lhr.categories[category]?.score ?? 0) * 100);
  const figure = (id: string) => lhr.audits[id]?.numericValue ?? Number.NaN;
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    firstPaintMs: figure('first-contentful-paint'),
    largestPaintMs: figure('largest-contentful-paint'),
    blockedMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    kilobytes: figure('total-byte-weight') / 1_000,
    findings: listFindings(lhr),
  };
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];

function listFindings({ categories, audits }: Report): string[] {
  const ids = new Set(Object.values(categories).flatMap(({ auditRefs }) => auditRefs.map(({ id }) => id)));
  return [...ids].flatMap((id) => {
    const found = audits[id];
    if (!found || found.score === null || found.score >= 0.9) return [];
    return [`${id}: ${found.title}${found.displayValue ? ` (${found.displayValue})` : ''}`];
  });
}
