import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isolate } from './isolate.ts';

const root = join(import.meta.dirname, '../..');
/** Names of people, accounts and things, which may have letters of any script. */
const names =
  'full_name|fullName|account_name|accountName|subject_name|auction_name|heist_prize|prize_name|recipient_name|itemName';
const composed = new RegExp(`\\$\\{(?:\\w+\\??\\.)*(?:${names})\\}`);

function* sourcesOf(folder: string): Generator<[path: string, line: string]> {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!/^(?!.*\.test\.).*\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    for (const line of readFileSync(path, 'utf8').split('\n')) yield [path, line];
  }
}

describe('S9 names of any script', () => {
  it.each(['900 יש', 'محمد علي', 'ߛߎߟߋߦߡߊߣ'])('isolates %s, which would reorder numbers beside it', (name) =>
    expect(isolate(name)).toBe(`\u2068${name}\u2069`),
  );

  it.each(['Ada Okafor', 'Ọlájídé 7', '李 Bola', ''])('leaves %j as it is', (name) =>
    expect(isolate(name)).toBe(name),
  );

  it('are isolated wherever they are part of a composed text', () => {
    const found = ['client/src', 'server/src'].flatMap((folder) =>
      [...sourcesOf(folder)].filter(([, line]) => composed.test(line) && !/SELECT|FROM/.test(line)),
    );
    expect(found).toEqual([]);
  });
});
