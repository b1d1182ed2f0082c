import { type Node, parse } from 'acorn';
import { type Feature, featureAt, indexBelow, unsupportedByAll } from './compat.ts';

/**
 * Newer syntax does not parse. iOS supports static blocks and lookbehind since 16.4; without support the whole file
 * fails.
 */
const ecmaVersion = 2022;
const lookbehind = /\(\?<[=!]/;

const members = indexBelow(['api'], 2);
for (const [name, features] of indexBelow(['javascript', 'builtins'], 2))
  members.set(name, [...(members.get(name) ?? []), ...features]);
/**
 * Only methods of these interfaces are looked up by name, because names of other interfaces mostly have another meaning
 * here.
 */
const common =
  /^(?:javascript\.builtins\.(?!Async|Disposable)\w+|api\.(?:Abort\w+|Blob|CSSStyle\w+|Document\w*|DOM\w+|Element|(?:UI|Mouse|Pointer|Keyboard|Input|Drag|Clipboard)?Event|File|FormData|Headers|HTML\w+|Node\w*|Range|Readable\w+|Request|Response|Selection|URL\w*|Window))\./;

/** The interface of each global object. */
const interfaces: Record<string, string> = {
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
  sessionStorage: 'Storage',
};
const globalObjects = new Set(['globalThis', 'self', 'window']);

type Any = Node & Record<string, unknown>;

/**
 * Lists the features of the script that a supported browser lacks. A use is ignored if a test around it names the feature
 * (`typeof`, `in`, `if`, `&&`, `?.()`). Instance methods are known by name only: a name is listed if no interface has it
 * in all supported browsers.
 */
export function findUnsupportedInScript(source: string): string[] {
  let program: Any;
  try {
    program = parse(source, { ecmaVersion, sourceType: 'module' }) as unknown as Any;
  } catch (error) {
    return [`syntax newer than ES${ecmaVersion}: ${(error as Error).message}`];
  }
  const declared = namesDeclaredIn(program);
  const unsupported = new Set<string>();
  walk(program, [], (node, above) => {
    const parent = above.at(-1);
    if (node.type === 'StaticBlock') unsupported.add('static blocks of classes (iOS before 16.4)');
    if (node.type === 'Literal' || node.type === 'TemplateElement') {
      const text = String((node.regex as { pattern: string } | undefined)?.pattern ?? textOf(node));
      if (lookbehind.test(text)) unsupported.add('lookbehind in a regular expression (iOS before 16.4)');
    }
    let feature: Feature | undefined;
    let name = '';
    if (node.type === 'MemberExpression' && !node.computed) {
      name = (node.property as { name?: string }).name ?? '';
      feature = unsupportedMember(node, parent, name, declared);
    } else if (node.type === 'Identifier' && isGlobalUse(node, parent, declared)) {
      name = node.name as string;
      feature = unsupportedGlobal(name);
    }
    if (feature && !isGuarded(node, above, name, source)) unsupported.add(describe(feature));
  });
  return [...unsupported];
}

function unsupportedMember(
  node: Any,
  parent: Any | undefined,
  name: string,
  declared: Set<string>,
): Feature | undefined {
  const owner = node.object as Any;
  if (owner.type === 'Identifier' && !declared.has(owner.name as string)) {
    const of = owner.name as string;
    if (globalObjects.has(of)) return unsupportedGlobal(name);
    if (interfaces[of]) return unsupportedByAll([featureAt('api', interfaces[of], name)]);
    const statics = [
      featureAt('javascript', 'builtins', of, name),
      featureAt('javascript', 'builtins', of, `${name}_static`),
      featureAt('api', of, `${name}_static`),
      featureAt('api', of, name),
    ];
    if (statics.some(Boolean)) return unsupportedByAll(statics);
    if (featureAt('api', of) || featureAt('javascript', 'builtins', of)) return undefined;
  }
  const isCall = parent?.type === 'CallExpression' && parent.callee === node && !parent.optional;
  const candidates = isCall ? (members.get(name) ?? []) : [];
  return candidates.some((each) => common.test(each.name)) ? unsupportedByAll(candidates) : undefined;
}

function unsupportedGlobal(name: string): Feature | undefined {
  return unsupportedByAll([
    featureAt('javascript', 'builtins', name),
    featureAt('api', name),
    featureAt('api', 'Window', name),
  ]);
}

function isGlobalUse(node: Any, parent: Any | undefined, declared: Set<string>): boolean {
  if (declared.has(node.name as string) || !parent) return false;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed === true;
  if (parent.type === 'Property') return parent.value === node;
  return (
    !['MethodDefinition', 'PropertyDefinition', 'LabeledStatement'].includes(parent.type) ||
    parent.value === node
  );
}

/** Returns whether the use, or a condition around it, tests for the feature. */
function isGuarded(node: Any, above: Any[], name: string, source: string): boolean {
  let inner = node;
  for (const outer of above.toReversed()) {
    if (outer.type === 'UnaryExpression' && outer.operator === 'typeof') return true;
    if (outer.type === 'CallExpression' && outer.optional && outer.callee === inner) return true;
    const test = outer.type === 'LogicalExpression' ? outer.left : outer.test;
    if (test && names(test as Any, name, source)) return true;
    inner = outer;
  }
  return false;
}

function names({ start, end }: Any, name: string, source: string): boolean {
  return new RegExp(`(?:^|[^\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(source.slice(start, end));
}

function namesDeclaredIn(program: Any): Set<string> {
  const declared = new Set<string>();
  const declare = (pattern: unknown): void => {
    const node = pattern as Any | null;
    if (!node) return;
    if (node.type === 'Identifier') declared.add(node.name as string);
    if (node.type === 'ObjectPattern')
      for (const each of node.properties as Any[]) declare(each.value ?? each.argument);
    if (node.type === 'ArrayPattern') for (const each of node.elements as Any[]) declare(each);
    if (node.type === 'AssignmentPattern') declare(node.left);
    if (node.type === 'RestElement') declare(node.argument);
  };
  walk(program, [], (node) => {
    for (const each of (node.params as Any[] | undefined) ?? []) declare(each);
    if (/Declaration|Expression|Specifier|Declarator|CatchClause/.test(node.type)) {
      declare(node.id);
      declare(node.local);
      declare(node.param);
    }
  });
  return declared;
}

function walk(node: Any, above: Any[], visit: (node: Any, above: Any[]) => void): void {
  visit(node, above);
  above.push(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof (child as Any | null)?.type === 'string') walk(child as Any, above, visit);
  above.pop();
}

function textOf({ value }: Any): string {
  if (typeof value === 'string') return value;
  return (value as { raw?: string } | undefined)?.raw ?? '';
}

const describe = ({ name, missing }: Feature) => `${name} (${missing.join(', ')})`;
