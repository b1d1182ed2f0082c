import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { endOfExpression } from './source-text.ts';

/** The constants, functions and imports of a module, for expressions in its source. */
export interface ModuleScope {
  readonly source: string;
  /** Evaluates an expression at this place. Parameters have the values of `bound`. Throws when a name has no value. */
  evaluate(expression: string, at: number, bound: Readonly<Record<string, unknown>>): unknown;
}

export async function openScope(file: string): Promise<ModuleScope> {
  const source = readFileSync(file, 'utf8');
  const imported = await importAll(source, file);

  function find(name: string, at: number, bound: Readonly<Record<string, unknown>>): unknown {
    if (Object.hasOwn(bound, name)) return bound[name];
    if (imported.has(name)) return imported.get(name);
    const constants = [...source.matchAll(new RegExp(`^( *)(?:export )?const ${name}\\b[^=\\n]*= *`, 'gm'))];
    const constant = constants.findLast(({ index, 1: indent }) => indent === '' || index < at);
    if (constant) {
      const from = constant.index + constant[0].length;
      return evaluate(source.slice(from, endOfExpression(source, from, ';')), constant.index, bound);
    }
    const declared = new RegExp(`^(?:export )?(function ${name}\\b[\\s\\S]*?^})`, 'm').exec(source);
    if (declared) return evaluate(declared[1] ?? '', declared.index, bound);
    for (const { index, 1: pattern = '', 2: value } of source.matchAll(/const \{([^}]*)\} =\s+([^;]+);/g))
      if (new RegExp(`\\b${name}\\b`).test(pattern))
        return evaluate(`(({ ${pattern} }) => ${name})(${value})`, index, bound);
    throw new Error(`${name} has no value`);
  }

  function evaluate(expression: string, at: number, bound: Readonly<Record<string, unknown>>): unknown {
    const script = stripTypeScriptTypes(`(${expression});`).replace(/;\s*$/, '');
    const names = new Proxy(
      {},
      {
        has: (_, name) => typeof name === 'string' && (Object.hasOwn(bound, name) || !(name in globalThis)),
        get: (_, name) => (typeof name === 'string' ? find(name, at, bound) : undefined),
      },
    );
    return new Function('names', `with (names) { return ${script.trim()}; }`)(names);
  }

  return { source, evaluate };
}

async function importAll(source: string, file: string): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const [, names = '', from = ''] of source.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)) {
    const module = await import(from.startsWith('.') ? join(dirname(file), from) : from);
    for (const part of names.split(',').map((name) => name.trim())) {
      const [name = '', alias = name] = part.split(' as ');
      if (name !== '' && !name.startsWith('type ')) found.set(alias, module[name]);
    }
  }
  return found;
}
