import type { Profiler } from 'node:inspector';
import { figure, printTable } from '@copup/testkit/report.ts';

const SHOWN = 45;

/** Prints the functions and the packages with the most self time of a CPU profile, in percent of the busy time. */
export function printProfile({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): void {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byFunction = new Map<string, number>();
  const byPackage = new Map<string, number>();
  let busyUs = 0;
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id);
    const us = timeDeltas[at] ?? 0;
    if (!frame || ['(idle)', '(root)'].includes(frame.functionName)) continue;
    busyUs += us;
    const place = placeOf(frame.url);
    add(byFunction, `${frame.functionName || '(anonymous)'}  ${place}:${frame.lineNumber + 1}`, us);
    add(byPackage, packageOf(frame.url, frame.functionName), us);
  }
  for (const [title, times] of [
    ['function', byFunction],
    ['package', byPackage],
  ] as const) {
    const top = [...times].sort(([, one], [, other]) => other - one).slice(0, SHOWN);
    console.log();
    printTable(
      [title, 'self %'],
      top.map(([name, us]) => [name, figure((100 * us) / busyUs)]),
    );
  }
  console.log();
}

function add(times: Map<string, number>, name: string, us: number): void {
  times.set(name, (times.get(name) ?? 0) + us);
}

/** Returns the path after the last node_modules, or within the repository. */
function placeOf(url: string): string {
  return url.replace(/^.*\/node_modules\//, '').replace(/^file:\/\/.*\/(server|shared)\//, '$1/');
}

function packageOf(url: string, functionName: string): string {
  const place = placeOf(url);
  if (place === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (place.startsWith('node:')) return place.split('/').slice(0, 2).join('/');
  const depth = place.startsWith('@') ? 2 : place.startsWith('server/') ? 3 : 1;
  return place.split('/').slice(0, depth).join('/');
}
