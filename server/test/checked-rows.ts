import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Statement, sources } from './statements.ts';

const server = fileURLToPath(new URL('../', import.meta.url));
const root = join(server, '..');

/** The columns of a statement's rows as the database describes them: TypeScript types by name. */
export type Described = readonly { name: string; type: string }[];

const CHECK = `
type CheckedRow<Row extends { [Name in keyof Row | keyof Sent]: Name extends keyof Sent
  ? Name extends keyof Row ? NonNullable<Row[Name]> extends Sent[Name] ? Row[Name] : Sent[Name] : Sent[Name]
  : never }, Sent> = Row;
`;

/**
 * Compares the type of each statement's rows with what the database returns, using the compiler: a copy of each module
 * gets a line for each of its statements, since most of these types are not exported. Returns the errors.
 */
export async function checkRows(
  checks: readonly { statement: Statement; sent: Described }[],
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'copup-rows-'));
  try {
    cpSync(sources, join(folder, 'server/src'), { recursive: true });
    symlinkSync(join(server, 'node_modules'), join(folder, 'server/node_modules'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
    const titles = new Map<string, string>();
    const byFile = Map.groupBy(checks, ({ statement }) => statement.file);
    leaveUnchecked(join(folder, 'server/src'), new Set(byFile.keys()));
    for (const [file, ofFile] of byFile) {
      const path = join(folder, 'server/src', file);
      appendFileSync(path, CHECK);
      let line = readFileSync(path, 'utf8').split('\n').length;
      for (const { statement, sent } of ofFile) {
        titles.set(`src/${file}(${line}`, statement.title);
        // When two columns have the same name, the driver keeps the last.
        const fields = [...new Map(sent.map((field) => [field.name, field])).values()]
          .map(({ name, type }) => `'${name}': ${type}`)
          .join('; ');
        appendFileSync(
          path,
          `export type Checked${line} = CheckedRow<${statement.row.replace(/\s+/g, ' ')}, { ${fields} }>;\n`,
        );
        line += 1;
      }
    }
    writeFileSync(
      join(folder, 'server/tsconfig.json'),
      JSON.stringify({
        extends: '../tsconfig.base.json',
        compilerOptions: { types: ['node'] },
        files: ['src/app.ts', ...new Set(checks.map(({ statement }) => `src/${statement.file}`))],
      }),
    );
    return (await compile(join(folder, 'server'))).map((fault) => {
      const at = /^([^,]+),\d+\): /.exec(fault);
      return at ? `${titles.get(at[1] ?? '') ?? at[1]}: ${fault.slice(at[0].length)}` : fault;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The step of types checks the other modules: here the compiler reads only what the statements' modules need of them. */
function leaveUnchecked(folder: string, checked: ReadonlySet<string>): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || checked.has(name)) continue;
    const path = join(folder, name);
    writeFileSync(path, `// @ts-nocheck\n${readFileSync(path, 'utf8')}`);
  }
}

/** Returns the compiler's errors, one a line. */
async function compile(folder: string): Promise<string[]> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const output = await promisify(execFile)(tsc, ['-p', folder, '--checkers', '1', '--pretty', 'false'], {
    cwd: folder,
  }).then(
    () => '',
    (error: { stdout?: string }) => {
      if (!error.stdout) throw error;
      return error.stdout;
    },
  );
  return output.split('\n').filter((line) => line !== '' && !line.startsWith(' '));
}
