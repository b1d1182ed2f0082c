// Writes common-passwords.txt from its source (see common-passwords.ts): node server/src/accounts/make-common-passwords.main.ts
import { writeFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';

const SHORTEST = 8;
const COUNT = 3_000;

const byFrequency = Array.from(dictionary['passwords-common'] as Iterable<string | number>, (word) =>
  String(word).toLowerCase(),
);
const longEnough = [...new Set(byFrequency)].filter((word) => word.length >= SHORTEST).slice(0, COUNT);
writeFileSync(new URL('./common-passwords.txt', import.meta.url), `${longEnough.join('\n')}\n`);
console.log(`${longEnough.length} passwords written`);
