import type { AnyNode } from 'acorn';
import { isEquivalent } from './equivalent.ts';
import { type Edit, looksLikeSql, sqlEdits } from './sql-swaps.ts';
import { calleeOf, isBooleanish, isLogCall, lastName } from './syntax.ts';

export interface NamedEdit {
  mutator: string;
  edit: Edit;
  /** Whether the edit removes the whole statement; otherwise the node is an expression. */
  isStatement?: boolean;
}

const operators: Record<string, [mutator: string, replacement: string]> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '%': ['arithmetic', '*'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
  '&&': ['logical', '||'],
  '||': ['logical', '&&'],
};
const methods = new Map(Object.entries({ some: 'every', every: 'some' }));
const functions = new Map(Object.entries({ min: 'max', max: 'min' }));

/** Returns the changes of one node, without those of its children. */
export function editsOf(node: AnyNode, parent: AnyNode | undefined, script: string): NamedEdit[] {
  const edits = ofSyntax(node, parent, script);
  if (parent && isCondition(node, parent))
    for (const text of ['true', 'false']) edits.push({ mutator: 'condition', edit: replace(node, text) });
  if (parent && isResult(node, parent) && isBooleanish(node) && !isEquality(node) && !isNegation(node)) {
    const edit = replace(node, `!(${script.slice(node.start, node.end)})`);
    edits.push({ mutator: 'result', edit });
  }
  return edits.filter((one) => !isEquivalent(node, parent, one));
}

function ofSyntax(node: AnyNode, parent: AnyNode | undefined, script: string): NamedEdit[] {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return ofOperator(node, script);
    case 'UnaryExpression':
      if (!isNegation(node)) return [];
      return [{ mutator: 'negation', edit: { start: node.start, end: node.start + 1, text: '' } }];
    case 'Literal':
      return ofLiteral(node);
    case 'ExpressionStatement':
      return ofStatement(node);
    case 'CallExpression':
      return ofCall(node, script);
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' ? [] : ofTemplate(node);
    case 'TaggedTemplateExpression':
      return ofTemplate(node.quasi);
    default:
      return [];
  }
}

function ofOperator(
  node: AnyNode & { operator: string; left: AnyNode; right: AnyNode },
  script: string,
): NamedEdit[] {
  const textOf = ({ start, end }: AnyNode) => script.slice(start, end);
  const start = operatorPlace(node, script);
  if (node.operator === '??') {
    // Without the default alone it is often the same: many defaults exist for the types only.
    const text = `(${textOf(node.left)}) && (${textOf(node.right)})`;
    return [{ mutator: 'default', edit: replace(node, text) }];
  }
  const [mutator, text] = operators[node.operator] ?? [];
  if (mutator === undefined || text === undefined) return [];
  // A difference of texts is no number, which every test detects.
  if (node.operator.startsWith('+') && (isText(node.left) || isText(node.right))) return [];
  return [{ mutator, edit: { start, end: start + node.operator.length, text } }];
}

/** Returns where the operator is: between the operands there are otherwise only brackets and comments. */
function operatorPlace(node: { operator: string; left: AnyNode; right: AnyNode }, script: string): number {
  const between = script
    .slice(node.left.end, node.right.start)
    .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length));
  return node.left.end + between.indexOf(node.operator);
}

function ofLiteral(node: AnyNode & { type: 'Literal' }): NamedEdit[] {
  if (typeof node.value === 'bigint')
    return [{ mutator: 'number', edit: replace(node, `${node.value + 1n}n`) }];
  if (typeof node.value === 'number')
    return [{ mutator: 'number', edit: replace(node, String(node.value + 1)) }];
  if (typeof node.value !== 'string' || !looksLikeSql(node.value)) return [];
  return sqlEdits(node.raw ?? '', node.start).map((edit) => ({ mutator: 'sql', edit }));
}

function ofTemplate({ quasis }: AnyNode & { type: 'TemplateLiteral' }): NamedEdit[] {
  if (!looksLikeSql(quasis.map(({ value }) => value.raw).join(' '))) return [];
  return quasis.flatMap(({ value, start }) =>
    sqlEdits(value.raw, start).map((edit) => ({ mutator: 'sql', edit })),
  );
}

function ofCall(node: AnyNode & { type: 'CallExpression' }, script: string): NamedEdit[] {
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return [];
  const name = lastName(callee);
  const isOfMath = callee.object.type === 'Identifier' && callee.object.name === 'Math';
  const swapped = (isOfMath ? functions : methods).get(name);
  if (swapped !== undefined) {
    return [{ mutator: isOfMath ? 'extreme' : 'method', edit: replace(callee.property, swapped) }];
  }
  if (name !== 'filter') return [];
  const start = script.lastIndexOf('.', callee.property.start);
  return [{ mutator: 'method', edit: { start, end: node.end, text: '' } }];
}

function ofStatement(node: AnyNode & { type: 'ExpressionStatement' }): NamedEdit[] {
  const { expression } = node;
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  const callee = calleeOf(call);
  if (!callee || callee.type === 'Super' || isLogCall(call)) return [];
  // Named apart, because a test can seldom make an invariant fail.
  const mutator = lastName(callee) === 'invariant' ? 'invariant' : 'statement';
  return [{ mutator, edit: replace(node, ''), isStatement: true }];
}

function isCondition(node: AnyNode, parent: AnyNode): boolean {
  const isTested = parent.type === 'IfStatement' || parent.type === 'ConditionalExpression';
  return isTested && node === parent.test && node.type !== 'Literal';
}

/** Returns whether the node is what a function returns. */
function isResult(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'ReturnStatement') return true;
  return parent.type === 'ArrowFunctionExpression' && parent.expression && node === parent.body;
}

function isEquality(node: AnyNode): boolean {
  return node.type === 'BinaryExpression' && /^[!=]==$/.test(node.operator);
}

function isNegation(node: AnyNode): boolean {
  return node.type === 'UnaryExpression' && node.operator === '!';
}

function isText(node: AnyNode): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function replace({ start, end }: { start: number; end: number }, text: string): Edit {
  return { start, end, text };
}
