import { escapeHtml } from '@copup/shared/escape-html.ts';
import { figure } from '../figures.ts';
import type { LoadResult } from '../result.ts';
import { describeStop } from '../summary.ts';

interface Case {
  name: string;
  kind: 'run' | 'assertion' | 'check';
  failure?: string | undefined;
}

// XML cannot contain other control characters, not even escaped.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const attribute = (text: string) => escapeHtml(text.replaceAll(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, '?'));

/** Renders the verdict as JUnit XML: a test case for each assertion and check, and one for the run itself. */
export function renderJunit(result: LoadResult): string {
  const { scenario, assertions, verdict, stopped, realm, startedAt, totals } = result;
  const seconds = Number.isFinite(totals.seconds) ? totals.seconds.toFixed(3) : '0';
  const cases: Case[] = [
    { name: 'runs to its end', kind: 'run', failure: stopped ? describeStop(stopped) : undefined },
    { name: 'deletes its realm', kind: 'run', failure: realm?.remains ?? undefined },
    { name: 'breaks no rule', kind: 'run', failure: verdict.violations.join('\n') || undefined },
    ...assertions.map(({ text, actual, holds }): Case => {
      const measured = Number.isFinite(actual) ? `it was ${figure(actual)}` : 'it was not measured';
      return { name: text, kind: 'assertion', failure: holds ? undefined : `${text}: ${measured}` };
    }),
    ...verdict.checks.map((name): Case => ({ name, kind: 'check' })),
  ];
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0" time="${seconds}"`;
  const rows = cases.map(({ name, kind, failure }) => {
    const head = `    <testcase classname="load.${attribute(scenario)}.${kind}" name="${attribute(name)}" time="0"`;
    if (failure === undefined) return `${head}/>`;
    const [first = ''] = failure.split('\n');
    return `${head}>\n      <failure message="${attribute(first)}">${attribute(failure)}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="copup load" ${counts}>`,
    `  <testsuite name="load ${attribute(scenario)}" timestamp="${attribute(startedAt)}" ${counts}>`,
    ...rows,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
