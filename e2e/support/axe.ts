import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Returns axe's violations, one line per rule with the first element. To save time, axe stays in the page until the next
 * navigation and returns violations only.
 *
 * @param without rules to skip
 */
export async function axeViolations(page: Page, without: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    runOnly: tags,
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  const violations = await page.evaluate(async (options): Promise<AxeResults['violations']> => {
    const { axe } = window as unknown as { axe: { run(on: Node, options: RunOptions): Promise<AxeResults> } };
    return (await axe.run(document, options)).violations;
  }, options);
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length}×: ${nodes[0]?.html} ${nodes[0]?.failureSummary})`,
  );
}
