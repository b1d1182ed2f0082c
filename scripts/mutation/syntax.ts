import { stripTypeScriptTypes } from 'node:module';
import { type AnyNode, parse } from 'acorn';

/** Returns the source as JavaScript, with spaces for its types, so that every offset is valid in both. */
export function stripTypes(source: string): string {
  const script = stripTypeScriptTypes(source);
  if (script.length !== source.length) throw new Error('The removal of types moved the source.');
  return script;
}

export function parseModule(script: string): AnyNode {
  return parse(script, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
}

/** Returns the child nodes in the order of the source. */
export function childrenOf(node: AnyNode): AnyNode[] {
  return Object.values(node)
    .flat()
    .filter((value): value is AnyNode => typeof value?.type === 'string')
    .sort((one, other) => one.start - other.start);
}

export function isFunction(node: AnyNode): boolean {
  return /^(Arrow)?Function(Expression|Declaration)$/.test(node.type);
}

/** Returns the last name of a reference or callee: `c` of `a.b.c`; empty for other expressions. */
export function lastName(node: AnyNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression' && !node.computed) return lastName(node.property as AnyNode);
  return '';
}

export function calleeOf(node: AnyNode): AnyNode | undefined {
  if (node.type === 'ChainExpression') return calleeOf(node.expression);
  return node.type === 'CallExpression' || node.type === 'NewExpression' ? node.callee : undefined;
}

/** Returns whether the node is a call of a logger's method, such as `deps.log.warn(…)`. */
export function isLogCall(node: AnyNode): boolean {
  const callee = calleeOf(node);
  return callee?.type === 'MemberExpression' && /^(log|logger|console)$/.test(lastName(callee.object));
}

/** Returns whether the argument is the text of an error: that of `new …Error(…)`, a Refusal or an `invariant`. */
export function isErrorText(call: AnyNode, argument: AnyNode): boolean {
  const callee = calleeOf(call);
  if (!callee || argument.type !== 'TemplateLiteral') return false;
  return /(Error|Refusal|^invariant)$/.test(lastName(callee));
}

/** Returns whether the expression is a boolean by its syntax, as far as that can be told without types. */
export function isBooleanish(node: AnyNode): boolean {
  if (node.type === 'Literal') return typeof node.value === 'boolean';
  if (node.type === 'LogicalExpression')
    return node.operator !== '??' && isBooleanish(node.left) && isBooleanish(node.right);
  if (node.type === 'BinaryExpression') return /^([<>]=?|[!=]==?|in|instanceof)$/.test(node.operator);
  if (node.type === 'UnaryExpression') return node.operator === '!';
  const callee = calleeOf(node);
  return (
    callee !== undefined &&
    /^((is|has|can)([A-Z].*)?|some|every|includes|startsWith|endsWith|test)$/.test(lastName(callee))
  );
}
