import { readFileSync } from 'node:fs';

let known: ReadonlySet<string> | undefined;

/**
 * S2: the 3,000 commonest of at least 8 characters, lower case, one a line. Taken in order of frequency from the passwords
 * list of @zxcvbn-ts/language-common 4.1.3, which comes from leaked lists collected by zxcvbn and SecLists;
 * `make-common-passwords.main.ts` makes the file anew.
 */
export function commonPasswords(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  );
  return known;
}
