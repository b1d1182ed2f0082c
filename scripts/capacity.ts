import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { capacitySection, withSection } from './capacity/document.ts';
import { limitsOf } from './capacity/limits.ts';
import { plan } from './capacity/model.ts';
import { readOptions, usage } from './capacity/options.ts';
import { drivers, limitRows, needs, sourceRows } from './capacity/report.ts';
import { readUnitCosts } from './capacity/unit-costs.ts';
import { root } from './data-folder.ts';
import { textTable } from './text-table.ts';

const DOCUMENT = join(root, 'docs', 'capacity.md');

/**
 * `npm run capacity`: computes the resources for a load from the unit costs in docs/figures, which benchmarks measure.
 */
export async function run(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  const { inputs, assumed, machines, figures, writes, checks, texts } = readOptions(args);
  const folder = figures === undefined ? join(root, 'docs', 'figures') : resolve(figures);
  const { costs, sources } = readUnitCosts(folder, Date.now());
  if (checks) {
    const { checkPredictions } = await import('./capacity/check.ts');
    return (await checkPredictions(costs, assumed)) ? 0 : 1;
  }
  if (writes) {
    const section = capacitySection({ inputs, assumed, machines, costs, sources, texts });
    writeFileSync(DOCUMENT, withSection(readFileSync(DOCUMENT, 'utf8'), section));
    return 0;
  }
  const found = plan(inputs, assumed, costs);
  const part = (title: string, rows: readonly (readonly string[])[]) =>
    console.log(`\n${title}\n\n${textTable(rows)}`);
  part('Needed', needs(found, inputs));
  part('Cost drivers at the peak', drivers(found));
  part(
    'Limits of one PostgreSQL, one Redis and one server',
    limitRows(limitsOf(found, assumed, machines, costs)),
  );
  part(
    'Assumptions',
    texts.map((text) => [text]),
  );
  part('Unit costs: median, minimum to maximum of the rounds, file, date', sourceRows(sources));
  return 0;
}
