import { subjectKinds } from '@copup/shared/live-subjects.ts';
import { inWords } from '../../../console/capitalized.ts';

const nouns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(subjectKinds.map((kind) => [kind, kind])),
  bet: 'bets of match',
  trade: 'trade',
};
const verbs: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/close|end/, 'End'],
  [/open/, 'Open sales of'],
  [/hold/, 'Put on hold'],
  [/start/, 'Start'],
  [/expire/, 'Expire'],
  [/notice|ship/, 'Notify the owner of'],
];

/** Names a scheduled job: "End auction 1001". The kind stays readable when it is not known. */
export function jobTitle({ kind, about }: { kind: string; about: string }): string {
  const noun = Object.entries(nouns).find(([word]) => kind.includes(word))?.[1];
  const verb = verbs.find(([pattern]) => pattern.test(kind))?.[1];
  if (noun && verb) return `${verb} ${noun} ${about}`;
  return `${inWords(kind)} ${about}`.trim();
}
