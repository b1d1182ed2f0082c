import type { AnyNode } from 'acorn';
import { isUnobservable } from './equivalent.ts';
import { editsOf } from './mutators.ts';
import type { Edit } from './sql-swaps.ts';
import { childrenOf, isErrorText, isFunction, isLogCall, parseModule, stripTypes } from './syntax.ts';

/** One possible change of a file. */
export interface Mutant {
  /** The file and the number of the mutant in it. */
  id: string;
  file: string;
  /** Counted from 1. */
  line: number;
  mutator: string;
  /** The range of the node that is switched: an expression or a whole statement. */
  start: number;
  end: number;
  isStatement: boolean;
  edit: Edit;
  /** Whether it is evaluated when the module is loaded, so that only the first test that loads it reaches it. */
  isStatic: boolean;
}

interface Context {
  isStatic: boolean;
  /** Whether the node is a link of an optional chain, which parentheses would end. */
  isLink: boolean;
}

/** Returns the mutants of a TypeScript source in the order of their places. */
export function findMutants(file: string, source: string): Mutant[] {
  const script = stripTypes(source);
  const mutants: Mutant[] = [];

  function visit(node: AnyNode, parent: AnyNode | undefined, context: Context): void {
    if (isLogCall(node)) return;
    if (!context.isLink) {
      for (const { mutator, edit, isStatement = false } of editsOf(node, parent, script)) {
        const line = source.slice(0, edit.start).split('\n').length;
        const { start, end } = node;
        const id = `${file}#${mutants.length}`;
        mutants.push({ id, file, line, mutator, start, end, isStatement, edit, isStatic: context.isStatic });
      }
    }
    for (const child of childrenOf(node))
      if (!isLeftOut(node, child)) visit(child, node, contextOf(node, child, context));
  }

  visit(parseModule(script), undefined, { isStatic: true, isLink: false });
  return mutants;
}

/** Returns whether the child is never changed: imports, the step of a `for`, names of properties, texts of errors. */
function isLeftOut(node: AnyNode, child: AnyNode): boolean {
  if (/^(Import|ExportAll|ExportSpecifier)/.test(child.type) && child.type !== 'ImportExpression')
    return true;
  if (node.type === 'ForStatement') return child === node.update;
  if ('key' in node && child === node.key) return !('computed' in node && node.computed);
  // The tag itself takes part, with the whole expression.
  if (node.type === 'TemplateLiteral' && child.type === 'TemplateElement') return true;
  return isErrorText(node, child) || isUnobservable(node, child);
}

function contextOf(node: AnyNode, child: AnyNode, { isStatic, isLink }: Context): Context {
  const isPerInstance = node.type === 'PropertyDefinition' && !node.static && child === node.value;
  const continuesChain =
    node.type === 'ChainExpression' ||
    (isLink &&
      ((node.type === 'MemberExpression' && child === node.object) ||
        (node.type === 'CallExpression' && child === node.callee)));
  return { isStatic: isStatic && !isFunction(node) && !isPerInstance, isLink: continuesChain };
}
