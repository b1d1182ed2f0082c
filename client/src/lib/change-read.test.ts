import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { changeRead } from './change-read.ts';

const queryKey = ['steps'];
const queries = new QueryClient();
afterEach(() => queries.clear());

/** Each read waits until the test answers it. */
function observe() {
  const reads: ((reply: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => reads.push(resolve));
  const observer = new QueryObserver(queries, { queryKey, queryFn, initialData: 'open' });
  const stop = observer.subscribe(() => {});
  return { reads, stop };
}

it('keeps the change against a read that began before it, and takes the one that began after', async () => {
  const { reads, stop } = observe();
  expect(reads).toHaveLength(1);
  changeRead<string>(queries, queryKey, (known) => `${known}, then claimed`);
  reads[0]?.('open, as before');
  await expect.poll(() => reads.length).toBe(2);
  expect(queries.getQueryData(queryKey)).toBe('open, then claimed');
  reads[1]?.('claimed');
  await expect.poll(() => queries.getQueryData(queryKey)).toBe('claimed');
  changeRead<string>(queries, queryKey, (known) => `${known} twice`);
  expect(reads).toHaveLength(2);
  expect(queries.getQueryData(queryKey)).toBe('claimed twice');
  stop();
});
