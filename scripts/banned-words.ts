import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Words for unnamed persons. Comments and test titles name the user, the client, the operator or the server instead. */
const banned = /\b(?:somebody|nobody|whoever|everybody|anybody)\b/i;
/** A quoted word, such as the name of the account `nobody`. */
const quoted = /([`"'])\w+\1/g;

const skippedFolders = new Set(['node_modules', 'dist', '.data', 'meta']);
const checkedFiles = /\.(?:ts|tsx|mjs|md|sql)$/;

/** Comments, and the strings between which comments may not begin. */
const tokens = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
/** What precedes the title of a test, also of one with cases. */
const beforeTitle = /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*$/;

/** Returns the lines with banned words in comments and test titles, as `file:line: text`. */
export function findBannedWords(file: string, text: string): string[] {
  const parts = file.endsWith('.md') ? [{ text, at: 0 }] : commentsAndTitles(text);
  return parts.flatMap((part) =>
    part.text.split('\n').flatMap((line, nth) => {
      if (!banned.test(line.replace(quoted, ''))) return [];
      const number = text.slice(0, part.at).split('\n').length + nth;
      return `${file}:${number}: ${line.trim()}`;
    }),
  );
}

/** Checks all sources and documents below these folders and files of `root`. */
export function findBannedWordsBelow(root: string, paths: readonly string[]): string[] {
  return paths
    .flatMap((path) => filesBelow(join(root, path)))
    .flatMap((file) => findBannedWords(relative(root, file), readFileSync(file, 'utf8')));
}

function commentsAndTitles(text: string): { text: string; at: number }[] {
  return [...text.matchAll(tokens)]
    .filter(
      ({ 0: token, index }) =>
        token.startsWith('/') || beforeTitle.test(text.slice(Math.max(0, index - 80), index)),
    )
    .map(({ 0: token, index }) => ({ text: token, at: index }));
}

function filesBelow(path: string): string[] {
  if (checkedFiles.test(path)) return [path];
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(join(path, entry.name));
    return checkedFiles.test(entry.name) ? [join(path, entry.name)] : [];
  });
}
