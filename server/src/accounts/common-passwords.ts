import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

/**
 * Returns the 3,000 most common passwords of at least 8 characters, lower case (S2). Taken in order of frequency from
 * the passwords list of @zxcvbn-ts/language-common 4.1.3, which comes from leaked lists collected by zxcvbn and
 * SecLists; `make-common-passwords.main.ts` regenerates the file.
 */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  );
  return known;
}
