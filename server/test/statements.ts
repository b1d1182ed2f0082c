import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const sources = fileURLToPath(new URL('../src/', import.meta.url));

/** A named statement of the source whose rows have a declared type. */
export interface Statement {
  /** `sessions/session-rows.ts sessions-live`. */
  title: string;
  text: string;
  /** Names and types of the row's fields, as written. */
  fields: ReadonlyMap<string, string>;
}

/** Finds the named statements with a row type. Those whose text or type needs more than its module are left out. */
export async function findStatements(): Promise<Statement[]> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(sources, file));
  return (await Promise.all(files.map(readStatements))).flat();
}

async function readStatements(file: string): Promise<Statement[]> {
  const source = readFileSync(file, 'utf8');
  const found: Statement[] = [];
  for (const { index } of source.matchAll(/\.query<(?=[A-Z{])/g)) {
    const typeStart = index + '.query<'.length;
    const typeEnd = endOfBlock(source, typeStart, '>');
    const head = /^>\(\s*\{\s*name: '([^']+)',\s*(?:\/\/[^\n]*\n\s*)*text:\s*/.exec(source.slice(typeEnd));
    if (!head) continue;
    const [, name = ''] = head;
    const from = typeEnd + head[0].length;
    const expression = source.slice(from, endOfExpression(source, from));
    const text = await evaluate(expression, source, file);
    const fields = fieldsOf(source.slice(typeStart, typeEnd), source, file);
    if (typeof text === 'string' && fields !== undefined)
      found.push({ title: `${relative(sources, file)} ${name}`, text, fields });
  }
  return found;
}

async function findValue(name: string, source: string, file: string): Promise<unknown> {
  const imported = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([^']+)'`).exec(source)?.[1];
  if (imported !== undefined) {
    const module = await import(imported.startsWith('.') ? join(dirname(file), imported) : imported);
    return module[name];
  }
  const constant = new RegExp(`^(?:export )?const ${name}\\b[^=\\n]*=\\s*`, 'm').exec(source);
  if (constant) {
    const from = constant.index + constant[0].length;
    const initializer = source.slice(from, endOfExpression(source, from, ';'));
    const script = stripTypeScriptTypes(`const x = ${initializer};`).replace(/^const x = |;\s*$/g, '');
    return evaluate(script, source, file);
  }
  return undefined;
}

/** The value of an expression, from the constants and imports of its module; undefined when it needs a parameter. */
async function evaluate(expression: string, source: string, file: string): Promise<unknown> {
  const scope = new Map<string, unknown>();
  for (let tries = 0; tries < 40; tries += 1) {
    try {
      return new Function(...scope.keys(), `return (${expression})`)(...scope.values());
    } catch (error) {
      const missing = /^(\w+) is not defined$/.exec((error as Error).message)?.[1];
      const value = missing === undefined ? undefined : await findValue(missing, source, file);
      if (missing === undefined || value === undefined) return undefined;
      scope.set(missing, value);
    }
  }
  return undefined;
}

/** The fields of a type literal, or of an interface of this module or an imported one; undefined for other types. */
function fieldsOf(type: string, source: string, file: string): Map<string, string> | undefined {
  const written = type.trim();
  if (written.startsWith('{')) return parseFields(written.slice(1, -1));
  if (!/^\w+$/.test(written)) return undefined;
  const declared = new RegExp(`^(?:export )?(?:interface ${written}|type ${written} =) \\{`, 'm').exec(
    source,
  );
  if (declared) {
    const from = declared.index + declared[0].length;
    return parseFields(source.slice(from, endOfBlock(source, from, '}')));
  }
  const imported = new RegExp(`\\b(?:type )?${written}\\b[^}]*\\} from '(\\.[^']+)'`).exec(source)?.[1];
  if (imported === undefined) return undefined;
  const other = join(dirname(file), imported);
  return fieldsOf(written, readFileSync(other, 'utf8'), other);
}

function parseFields(body: string): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  const plain = body.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  for (let from = 0; from < plain.length; ) {
    const end = endOfExpression(plain, from, ';');
    const part = plain.slice(from, end).trim();
    from = end + 1;
    if (part === '') continue;
    const field = /^(?:readonly )?(\w+)\??: ([\s\S]+)$/.exec(part);
    if (!field) return undefined;
    fields.set(field[1] ?? '', (field[2] ?? '').trim());
  }
  return fields;
}

const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Where the block that is open at `from` is closed. */
function endOfBlock(source: string, from: number, end: string): number {
  let at = from;
  while (at < source.length && source[at] !== end) {
    const close = closing[source[at] ?? ''];
    if (close !== undefined) at = endOfBlock(source, at + 1, close);
    at += 1;
  }
  return at;
}

/** Where the expression ends that begins at `from`: at the next comma or closing bracket outside of texts. */
function endOfExpression(source: string, from: number, end = ','): number {
  let at = from;
  let depth = 0;
  while (at < source.length) {
    const char = source[at] ?? '';
    if (char === '`' || char === "'" || char === '"') at = endOfText(source, at);
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (char === end && depth === 0) return at;
    at += 1;
  }
  return at;
}

function endOfText(source: string, from: number): number {
  const quote = source[from];
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (quote === '`' && source.startsWith('${', at)) at = endOfExpression(source, at + 2, '}');
    else if (source[at] === quote) return at;
  }
  return source.length;
}
