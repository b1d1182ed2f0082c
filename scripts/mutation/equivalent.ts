import type { AnyNode } from 'acorn';
import type { NamedEdit } from './mutators.ts';
import { calleeOf, isLogCall, lastName } from './syntax.ts';

/** Returns whether the program does the same with the change, so that no test can detect it. */
export function isEquivalent(node: AnyNode, parent: AnyNode | undefined, { edit }: NamedEdit): boolean {
  if (node.type === 'ExpressionStatement') return isNarrowing(node.expression);
  if (!parent) return false;
  const shortcut = shortcutOf(node, parent);
  if (shortcut === 'when empty') return edit.text === 'false';
  return shortcut === 'unless empty' && (edit.text === 'true' || edit.text === '>=');
}

/** Returns whether the child decides only whether something is logged, how much is read at once or when to try again. */
export function isUnobservable(node: AnyNode, child: AnyNode): boolean {
  if (node.type === 'IfStatement')
    return child === node.test && !node.alternate && isLogStatement(node.consequent);
  if (node.type === 'VariableDeclarator') return child === node.init && lastName(node.id) === 'CHUNK';
  return node.type === 'Property' && child === node.value && lastName(node.key) === 'retryAfterS';
}

/** Returns whether the call is an `invariant` that a value exists, which only its type leaves open. */
function isNarrowing(call: AnyNode): boolean {
  const callee = calleeOf(call);
  if (!callee || lastName(callee) !== 'invariant' || call.type !== 'CallExpression') return false;
  return /^(Identifier|MemberExpression)$/.test(call.arguments[0]?.type ?? '');
}

/** Returns whether the node is the condition that skips work for an empty list, which would do nothing. */
function shortcutOf(node: AnyNode, parent: AnyNode): 'when empty' | 'unless empty' | undefined {
  if (node.type !== 'BinaryExpression' || !/^(length|size)$/.test(lastName(node.left))) return undefined;
  if (node.right.type !== 'Literal' || node.right.value !== 0) return undefined;
  if (parent.type === 'IfStatement' && !parent.alternate) {
    if (node.operator === '===') return isEnd(parent.consequent) ? 'when empty' : undefined;
    return node.operator === '>' ? 'unless empty' : undefined;
  }
  const isListOrNone =
    parent.type === 'ConditionalExpression' &&
    parent.alternate.type === 'ArrayExpression' &&
    parent.alternate.elements.length === 0;
  return isListOrNone && node.operator === '>' ? 'unless empty' : undefined;
}

function isEnd(node: AnyNode): boolean {
  return node.type === 'ReturnStatement' || node.type === 'ContinueStatement';
}

function isLogStatement(node: AnyNode): boolean {
  if (node.type === 'BlockStatement') return node.body.length > 0 && node.body.every(isLogStatement);
  return node.type === 'ExpressionStatement' && isLogCall(node.expression);
}
