import { findMutants, type Mutant } from './find-mutants.ts';
import { stripTypes } from './syntax.ts';

/** The environment variable with the id of the active mutant. */
export const activeMutant = 'COPUP_MUTANT';

// On one line, so that the lines stay the same. A declared function exists even while modules import each other in a circle.
const prologue =
  'function __isMutant(id) { (globalThis.__reached ??= new Set()).add(id); ' +
  `return (globalThis.__mutant ??= process.env.${activeMutant} ?? '') === id; } `;

interface Group {
  start: number;
  end: number;
  isStatement: boolean;
  mutants: Mutant[];
}

/**
 * Returns the file as JavaScript that contains its mutants: each records that it was reached, and is active when
 * `activeMutant` was its id at the start of the process. With none it behaves like the source.
 */
export function instrument(file: string, source: string): string {
  const script = stripTypes(source);
  const groups = groupByNode(findMutants(file, source));
  let next = 0;

  /** Only one mutant is active at a time, so a changed node contains no other mutants, and the text grows little. */
  function render(start: number, end: number): string {
    let text = '';
    let at = start;
    for (let group = groups[next]; group && group.end <= end; group = groups[next]) {
      next += 1;
      text += script.slice(at, group.start) + switchOf(group, render(group.start, group.end), script);
      at = group.end;
    }
    return text + script.slice(at, end);
  }

  return prologue + render(0, script.length);
}

/** Returns the groups in the order in which nested nodes follow those around them. */
function groupByNode(mutants: readonly Mutant[]): Group[] {
  const groups = new Map<string, Group>();
  for (const mutant of mutants) {
    const { start, end, isStatement } = mutant;
    const key = `${start} ${end} ${isStatement}`;
    const group = groups.get(key) ?? { start, end, isStatement, mutants: [] };
    groups.set(key, group);
    group.mutants.push(mutant);
  }
  return [...groups.values()].sort(
    (one, other) =>
      one.start - other.start || other.end - one.end || Number(other.isStatement) - Number(one.isStatement),
  );
}

function switchOf({ isStatement, mutants }: Group, original: string, script: string): string {
  const isActive = ({ id }: Mutant) => `__isMutant(${JSON.stringify(id)})`;
  // The braces keep an `else` behind the statement with its own `if`.
  if (isStatement) return `{ if (!${mutants.map(isActive).join(' && !')}) { ${original} } }`;
  const changed = mutants.map((mutant) => `${isActive(mutant)} ? (${textOf(mutant, script)}) : `);
  return `(${changed.join('')}(${original}))`;
}

function textOf({ start, end, edit }: Mutant, script: string): string {
  return script.slice(start, edit.start) + edit.text + script.slice(edit.end, end);
}
