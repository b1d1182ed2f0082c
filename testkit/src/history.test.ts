import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { groupByKey, type HistoryEvent, type Intent, Recorder, readJsonLines } from './history.ts';

const folder = mkdtempSync(join(tmpdir(), 'copup-history-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const intent: Intent = { process: 'ada', command: 'bid', key: 'k', args: { auctionId: 1001, userId: 'u' } };

describe('the history', () => {
  it('keeps an invocation and its end, in memory and on disk, and ignores an incomplete last line', async () => {
    const file = join(folder, 'history.jsonl');
    const recorder = new Recorder(file);
    await recorder.run(intent, async () => ({ type: 'ok', reply: { seq: 1 } }));
    await recorder.run(intent, async () => {
      throw new Error('socket hang up');
    });
    appendFileSync(file, '{"type":"inv');
    const events = readJsonLines<HistoryEvent>(file);
    expect(events).toEqual(recorder.events);
    expect(events.map(({ type }) => type)).toEqual(['invoke', 'ok', 'invoke', 'unknown']);
    expect(events.at(-1)?.reply).toEqual({ message: 'socket hang up' });
  });

  it.each([
    [['invoke', 'ok'], 'ok'],
    [['invoke', 'unknown', 'invoke', 'ok'], 'ok'],
    [['invoke', 'unknown', 'invoke', 'fail'], 'unknown'],
    [['invoke', 'fail'], 'fail'],
    [['invoke', 'fail', 'invoke'], 'unknown'],
  ] as const)('summarizes the attempts %j under one key as %s', (types, verdict) => {
    const events = types.map((type): HistoryEvent => ({ ...intent, type, atMs: 0 }));
    expect(groupByKey(events).map((group) => group.verdict)).toEqual([verdict]);
  });

  it('keeps the same key of two users, commands and subjects apart', () => {
    const others: Intent[] = [
      intent,
      { ...intent, args: { ...intent.args, userId: 'v' } },
      { ...intent, args: { ...intent.args, auctionId: 1002 } },
      { ...intent, command: 'pay-entry' },
    ];
    expect(groupByKey(others.map((each) => ({ ...each, type: 'invoke', atMs: 0 })))).toHaveLength(4);
  });
});
