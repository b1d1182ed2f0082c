import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ModuleScope, openScope } from './module-scope.ts';
import { endOfBlock, splitList } from './source-text.ts';
import { samplesOf } from './statement-samples.ts';

export const sources = fileURLToPath(new URL('../src/', import.meta.url));

/** A statement of the source whose rows have a declared type. */
export interface Statement {
  /** `sessions/session-rows.ts:15`, with the number of the sample where there are several. */
  title: string;
  /** Its module, relative to the sources. */
  file: string;
  /** The type of its rows, as it can be written at the end of the module. */
  row: string;
  text: string;
}

/** A place where a statement is sent whose text cannot be found. */
export interface Unknown {
  title: string;
  reason: string;
}

/** Finds every typed statement, with the parameters of its samples where its text needs some. */
export async function findStatements(): Promise<{ statements: Statement[]; unknown: Unknown[] }> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => relative(sources, join(sources, file)));
  const statements: Statement[] = [];
  const unknown: Unknown[] = [];
  for (const file of files.sort()) {
    const scope = await openScope(join(sources, file));
    for (const { index, 0: call } of scope.source.matchAll(/(?<!function )\b(query|readList)</g)) {
      const typeStart = index + call.length;
      const typeEnd = endOfBlock(scope.source, typeStart, '>');
      const type = scope.source.slice(typeStart, typeEnd).trim();
      const args = splitList(scope.source, typeEnd + 2);
      const line = scope.source.slice(0, index).split('\n').length;
      const ofThis = samplesOf(file).filter(({ only }) => !only || only.includes(type));
      if (ofThis.length === 0) unknown.push({ title: `${file}:${line}`, reason: `no sample is for ${type}` });
      for (const [nth, { bound, text: recorded, rows }] of ofThis.entries()) {
        const title = `${file}:${line}${nth === 0 ? '' : ` (${nth + 1})`}`;
        try {
          const text =
            recorded ??
            (call === 'readList<'
              ? listText(args[1] ?? '', scope, index, bound)
              : textOf(args[0] ?? '', scope, index, bound));
          statements.push({ title, file, row: rows?.[type] ?? type, text });
        } catch (error) {
          unknown.push({ title, reason: (error as Error).message });
        }
      }
    }
  }
  return { statements, unknown };
}

function textOf(
  argument: string,
  scope: ModuleScope,
  at: number,
  bound: Readonly<Record<string, unknown>>,
): string {
  const properties = argument.startsWith('{') ? splitList(argument, 1) : [];
  const written = properties.find((property) => /^text\b/.test(property));
  const spread = properties.find((property) => property.startsWith('...'));
  const expression = written?.replace(/^text:/, '') ?? spread?.slice(3) ?? argument;
  const value = scope.evaluate(expression, at, bound);
  const text = typeof value === 'object' && value !== null && 'text' in value ? value.text : value;
  if (typeof text !== 'string') throw new Error('it is not a text');
  return text;
}

/** What an operators' list selects of the rows of a page. */
function listText(
  argument: string,
  scope: ModuleScope,
  at: number,
  bound: Readonly<Record<string, unknown>>,
): string {
  const expression = argument.startsWith('{') ? (splitList(argument, 1)[0] ?? '').slice(3) : argument;
  const { select, key, from } = scope.evaluate(expression, at, { isByBalance: false, ...bound }) as {
    select: string;
    key: string;
    from: string;
  };
  return `WITH page AS (SELECT ${key} AS key, 1 AS nth FROM ${from}) ${select}`;
}
