import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCommitWatch } from './commit-watch.ts';

function message(type: string, ...parts: string[]): Buffer {
  const body = Buffer.from(parts.map((part) => `${part}\0`).join(''));
  const head = Buffer.alloc(5);
  head.write(type, 0);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function startup(code: number, text = ''): Buffer {
  const body = Buffer.from(text);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(code, 4);
  return Buffer.concat([head, body]);
}

const opening = Buffer.concat([startup(80_877_103), startup(196_608, 'user\0copup\0\0')]);

describe('the COMMIT of a PostgreSQL client', () => {
  it('is found as a simple query, in any case and after white space', () => {
    const watch = createCommitWatch();
    expect(watch(opening)).toBeUndefined();
    expect(watch(message('Q', 'BEGIN'))).toBeUndefined();
    expect(watch(message('Q', "INSERT INTO t VALUES ('COMMIT')"))).toBeUndefined();
    expect(watch(message('Q', '  commit'))).toBe(0);
    expect(watch(Buffer.concat([message('Q', 'SELECT 1'), message('Q', 'COMMIT')]))).toBe(
      message('Q', 'SELECT 1').length,
    );
  });

  it('is found as the Execute of a statement prepared as COMMIT, not as its Parse', () => {
    const watch = createCommitWatch();
    watch(opening);
    expect(watch(Buffer.concat([message('P', 'done', 'COMMIT'), message('B', '', 'done')]))).toBeUndefined();
    expect(watch(message('E', ''))).toBe(0);
    expect(
      watch(Buffer.concat([message('P', 'other', 'SELECT 1'), message('B', '', 'other')])),
    ).toBeUndefined();
    expect(watch(message('E', ''))).toBeUndefined();
  });

  it('is found once for any division of the stream into chunks', () => {
    const stream = Buffer.concat([
      opening,
      message('Q', 'BEGIN'),
      message('Q', 'SELECT 1'),
      message('Q', 'COMMIT'),
      message('Q', 'SELECT 2'),
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 100 }), (sizes) => {
        const watch = createCommitWatch();
        let hits = 0;
        let at = 0;
        for (const size of [...sizes, stream.length]) {
          if (watch(stream.subarray(at, at + size)) !== undefined) hits += 1;
          at += size;
        }
        expect(hits).toBe(1);
      }),
    );
  });
});
