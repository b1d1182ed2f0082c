import { root } from './data-folder.ts';
import { runQuietly } from './processes.ts';

const checked = 30;
const mostLetters = 72;
/** One or more areas, a colon, and what changes in the imperative: `auctions: release the outbid hold`. */
const form = /^[a-z][\w ,/.-]*: [a-z`'"/A-Z0-9].*[^.]$/;

/** Returns what is wrong with the subject of a commit; undefined if nothing is. */
export function errorOfSubject(subject: string): string | undefined {
  if (subject.length > mostLetters) return `has ${subject.length} letters, more than ${mostLetters}`;
  return form.test(subject) ? undefined : 'is not of the form `area: what changes`';
}

/** Returns a line for each of the last commits, without merges, whose subject breaks the rule; none without a history. */
export async function findWrongSubjects(): Promise<string[]> {
  const args = ['log', '--no-merges', `-${checked}`, '--format=%h %s'];
  const { code, output } = await runQuietly('git', args, { cwd: root });
  if (code !== 0) return [];
  return output.split('\n').flatMap((line) => {
    const [hash = '', ...words] = line.split(' ');
    const error = hash === '' ? undefined : errorOfSubject(words.join(' '));
    return error === undefined ? [] : [`The subject of commit ${hash} ${error}: ${words.join(' ')}`];
  });
}
