import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { root } from '../../scripts/data-folder.ts';

type Node = { type: string } & Record<string, unknown>;

const hole = '{}';

/** Titles of later features and the component gallery: a text there is not a screen. */
const notScreens = ['client/src/gallery/'];

/** The texts in strings, templates and JSX of a part of the source, and of what it shares. */
export class SourceTexts {
  readonly #filesByText = new Map<string, Set<string>>();

  constructor(folder: 'client/src' | 'server/src') {
    for (const path of globSync(`{${folder},shared/src}/**/*.{ts,tsx}`, { cwd: root })) {
      if (/\.test\.tsx?$/.test(path) || notScreens.some((part) => path.startsWith(part))) continue;
      const source = readFileSync(join(root, path), 'utf8');
      const found = textsOf(parseSync(source, { syntax: 'typescript', tsx: path.endsWith('.tsx') }));
      for (const text of found) {
        const files = this.#filesByText.get(text);
        if (files) files.add(path);
        else this.#filesByText.set(text, new Set([path]));
      }
    }
  }

  /**
   * Returns the files that contain exactly this text, with any value for `{name}`. A single word must be a whole text;
   * longer texts may be part of another text.
   */
  filesWith(text: string): string[] {
    const wanted = text.replaceAll(/\{\w+\}/g, hole);
    if (!wanted.includes(' ')) return [...(this.#filesByText.get(wanted) ?? [])];
    const part = new RegExp(`(?<!\\w)${wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`);
    const hits = [...this.#filesByText].filter(([candidate]) => part.test(candidate));
    return [...new Set(hits.flatMap(([, files]) => [...files]))];
  }
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  // Types are not shown on screens.
  if (node.type?.startsWith('Ts') && !/AsExpression|Satisfies|NonNull|ConstAssertion/.test(node.type))
    return [];
  return [...ownTexts(node), ...Object.values(node).flatMap(textsOf)].filter((text) => text !== '');
}

function ownTexts(node: Node): string[] {
  if (node.type === 'StringLiteral') return [collapse(String(node.value))];
  if (node.type === 'TemplateLiteral') {
    const parts = node.quasis as { cooked?: string }[];
    const values = (node.expressions as Node[]).map(filledIn);
    return [collapse(parts.map(({ cooked }, at) => `${cooked ?? ''}${values[at] ?? ''}`).join(''))];
  }
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return childTexts(node.children as Node[]);
  return [];
}

/** Returns the texts between elements, with placeholders. */
function childTexts(children: readonly Node[]): string[] {
  const runs = [''];
  for (const child of children) {
    if (child.type === 'JSXText') runs.push(`${runs.pop()}${String(child.value)}`);
    else if (child.type === 'JSXExpressionContainer')
      runs.push(`${runs.pop()}${filledIn(child.expression as Node)}`);
    else runs.push('');
  }
  return runs.map(collapse);
}

function filledIn({ type, value, callee }: Node): string {
  if (type === 'JSXEmptyExpression') return '';
  // It writes the number with its word.
  if (type === 'CallExpression' && (callee as Node).value === 'inCoins') return `${hole} coins`;
  return type === 'StringLiteral' ? String(value) : hole;
}

function collapse(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
