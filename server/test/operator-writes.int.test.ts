import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startApp } from '@copup/testkit/app.ts';
import { expect, it } from 'vitest';

const operations = join(import.meta.dirname, '..', '..', 'docs', 'operations.md');

it('O3a every write of the console is in the table of docs/operations.md with what guards it, and no other', async () => {
  const app = await startApp();
  try {
    const writes = Object.entries(app.app.swagger().paths ?? {})
      .filter(([url]) => url.startsWith('/api/admin/'))
      .flatMap(([url, methods]) =>
        Object.keys(methods ?? {})
          .filter((method) => method !== 'get' && method !== 'head')
          .map((method) => `${method.toUpperCase()} ${url.replace('/api/admin', '')}`),
      );
    const [, section = ''] = readFileSync(operations, 'utf8').split('### How operators make coins move');
    const rows =
      section
        .split('\n## ')[0]
        ?.split('\n')
        .filter((line) => line.startsWith('| ')) ?? [];
    const listed = rows.flatMap((row) =>
      [...row.matchAll(/`((?:POST|PUT|PATCH|DELETE) [^`]+)`/g)].map(([, call]) => call),
    );
    expect(listed.toSorted()).toEqual(writes.toSorted());
    expect(writes.length).toBeGreaterThan(60);
  } finally {
    await app.close();
  }
});
