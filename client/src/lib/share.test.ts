import { afterEach, expect, it, vi } from 'vitest';
import { share } from './share.ts';

afterEach(() => vi.unstubAllGlobals());

const given = (parts: object) => vi.stubGlobal('navigator', parts);
const refuse = (name: string) => () => Promise.reject(new DOMException('no', name));

it('opens the share sheet of the device', async () => {
  const sheet = vi.fn().mockResolvedValue(undefined);
  given({ share: sheet });
  expect(await share('I won', 'https://copup.test/tap')).toBe('shared');
  expect(sheet).toHaveBeenCalledWith({ text: 'I won', url: 'https://copup.test/tap' });
});

it('copies nothing when the user closes the sheet', async () => {
  const writeText = vi.fn();
  given({ share: refuse('AbortError'), clipboard: { writeText } });
  expect(await share('I won', '/tap')).toBe('closed');
  expect(writeText).not.toHaveBeenCalled();
});

it.each([
  ['there is no sheet', {}],
  ['the sheet is refused', { share: refuse('NotAllowedError') }],
])('copies the text and the address when %s', async (_, parts) => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  given({ ...parts, clipboard: { writeText } });
  expect(await share('I won', '/tap')).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('I won /tap');
});

it('reports when neither is possible', async () => {
  given({});
  expect(await share('I won', '/tap')).toBe('failed');
});
