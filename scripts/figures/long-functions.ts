import { parseSync } from '@swc/core';
import type { SourceFile } from './source-files.ts';

export interface LongFunction {
  name: string;
  path: string;
  /** Counted from 1. */
  line: number;
  lines: number;
}

interface AstNode {
  type: string;
  /** Offsets in bytes, counted from 1. */
  span?: { start: number; end: number };
  body?: AstNode & { span?: { start: number; end: number } };
  [field: string]: unknown;
}

const mostLines = 70;
const ofProduct = /^(server\/src|client|shared)\/.*\.(tsx?|mjs)$/;

/** Why these may be longer. */
const reasons: Readonly<Record<string, string>> = {
  'server/src/config.ts readConfig':
    'one line for each setting, from the environment to the value that is used',
  'server/src/deps.ts buildDeps': 'one line for each part of a server, in the order of their needs',
  'server/src/rooms/rooms.ts constructor': 'joins the parts of the rooms, which call each other in circles',
  'shared/src/calls/subjects.ts subjectAdminCalls': 'one table of calls',
  'client/src/features/auctions/bid-dock.tsx BidDock':
    'what stands beside what, for each state of a bid, in one place',
  'client/src/features/payouts/use-payout-form.ts usePayoutForm':
    'each step of the form changes the same fields',
  'client/src/console/search/search-dialog.tsx SearchDialog':
    'half of it is one input with its ARIA attributes',
};

/** Returns a sentence for each long function without a reason, and for each reason without its function. */
export function checkReasons(long: readonly LongFunction[], known = reasons): string[] {
  const keyOf = ({ path, name }: LongFunction) => `${path} ${name}`;
  const keys = new Set(long.map(keyOf));
  return [
    ...long
      .filter((one) => !known[keyOf(one)])
      .map(
        (one) =>
          `${one.path}:${one.line} ${one.name} has ${one.lines} lines; at most ${mostLines} without a reason.`,
      ),
    ...Object.keys(known)
      .filter((key) => !keys.has(key))
      .map((key) => `${key} needs no reason: it is no longer a long function.`),
  ];
}

/**
 * Returns the functions of server, client and shared of more than 70 lines, longest first, each without those inside it
 * that are nearly all of it.
 */
export function findLongFunctions(files: readonly SourceFile[]): LongFunction[] {
  return files
    .filter(({ path, lines, isTest }) => !isTest && ofProduct.test(path) && lines > mostLines)
    .flatMap((file) => {
      const long = functionsOf(file).filter(({ lines }) => lines > mostLines);
      return long.filter((one) => !long.some((other) => isNearlyAllOf(one, other)));
    })
    .sort((one, other) => other.lines - one.lines);
}

/** As the function that another one only returns, or passes on. */
function isNearlyAllOf(inner: LongFunction, outer: LongFunction): boolean {
  const before = inner.line - outer.line;
  return (
    inner !== outer &&
    before >= 0 &&
    before < 12 &&
    inner.lines < outer.lines &&
    inner.lines > outer.lines - 30
  );
}

export function functionsOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): LongFunction[] {
  const bytes = Buffer.from(text);
  const lineAt = (offset: number) =>
    bytes
      .subarray(0, offset - 1)
      .toString()
      .split('\n').length;
  const found: LongFunction[] = [];

  function visit(node: AstNode, name: string): void {
    const own = nameOf(node) ?? name;
    const span = isFunction(node) ? (node.span ?? node.body?.span) : undefined;
    if (span) {
      const line = lineAt(span.start);
      found.push({ name: own || 'anonymous', path, line, lines: lineAt(span.end) - line + 1 });
    }
    for (const child of childrenOf(node)) visit(child, span ? '' : own);
  }

  visit(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }) as unknown as AstNode, '');
  return found;
}

function isFunction({ type, body }: AstNode): boolean {
  return (
    /^(Function(Declaration|Expression)|ArrowFunctionExpression|ClassMethod|PrivateMethod|MethodProperty|Constructor)$/.test(
      type,
    ) && body !== null
  );
}

function nameOf(node: AstNode): string | undefined {
  const named = (node.identifier ?? node.id ?? node.key) as { value?: unknown } | undefined;
  return typeof named?.value === 'string' ? named.value : undefined;
}

function childrenOf(node: AstNode): AstNode[] {
  return Object.values(node)
    .flat()
    .flatMap((value) => {
      if (typeof value !== 'object' || value === null) return [];
      // Arguments stand one level deeper, as {spread, expression}.
      return 'type' in value && typeof value.type === 'string'
        ? [value as AstNode]
        : Object.values(value).flatMap((inner) =>
            typeof inner === 'object' && inner !== null && 'type' in inner ? [inner as AstNode] : [],
          );
    });
}
