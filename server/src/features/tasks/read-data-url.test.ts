import { describe, expect, it } from 'vitest';
import { readDataUrl } from './read-data-url.ts';

const url = (data: string) => `data:image/png;base64,${data}`;

describe('T1 the data of a data URL', () => {
  it.each(['', 'a', 'ab', 'abc', 'abcd', 'å∂'])('of %j is decoded', (text) => {
    expect(readDataUrl(url(Buffer.from(text).toString('base64'))).toString()).toBe(text);
  });

  it.each(['YQ', 'YQ=', 'Y Q=', 'YWJ\n', '!!!!', 'YQ==YQ==', '====', 'YWJj,YWJj'])(
    'is refused when it is not base64: %j',
    (data) => {
      expect(() => readDataUrl(url(data))).toThrow('The picture could not be read.');
    },
  );
});
