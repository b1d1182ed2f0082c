import type { CommandName, HistoryEvent } from '@copup/testkit/history.ts';
import { describe, expect, it } from 'vitest';
import { Dues } from './dues.ts';
import { type JudgedUpload, judgeTasks } from './judge-tasks.ts';

let keys = 0;
function sent(
  command: CommandName,
  args: HistoryEvent['args'],
  reply?: unknown,
  type: 'ok' | 'unknown' = 'ok',
): HistoryEvent[] {
  keys += 1;
  const common = { process: 'ada', command, key: `k${keys}`, args: { userId: 'ada', ...args }, atMs: 0 };
  return [
    { ...common, type: 'invoke' },
    { ...common, type, reply },
  ];
}
const upload = (facts: Partial<JudgedUpload> = {}): JudgedUpload => ({
  user_id: 'ada',
  task_id: 7,
  status: 'approved',
  task_coin_reward: 50,
  ...facts,
});
const uploaded = () => sent('upload', { taskId: 7 }, {});
const converted = () => sent('convert', { amount: 40 }, { task_coin: 40, bid_points: 4 });
const spun = () => sent('spin', {}, { result: 5 });

function judge(uploads: JudgedUpload[], task: number, history: HistoryEvent[], bonus = 0) {
  const dues = new Dues(100);
  const verdict = judgeTasks(dues, { uploads, users: [{ id: 'ada', task }] }, history);
  const coins = dues.judge([{ id: 'ada', username: 'ada', available: 100, held: 0, bonus }]);
  return { ...verdict, unbalanced: coins.unbalanced };
}
const right = { lost: 0, doubled: 0, violations: [], unbalanced: 0 };

describe('the tasks and spins of a run', () => {
  it('are right when approved screenshots, conversions and spins explain all coins', () => {
    const history = [...uploaded(), ...converted(), ...spun()];
    expect(judge([upload()], 10, history, 9)).toEqual({ ...right, acknowledged: 3 });
  });

  it('may have taken effect without a reply', () => {
    const lost = [
      ...sent('upload', { taskId: 7 }, undefined, 'unknown'),
      ...sent('convert', { amount: 50 }, undefined, 'unknown'),
      ...sent('spin', {}, undefined, 'unknown'),
    ];
    expect(judge([upload()], 0, lost, 5 + 6)).toEqual({ ...right, acknowledged: 0 });
  });

  it('are wrong with a lost or an additional screenshot', () => {
    expect(judge([], 0, uploaded())).toMatchObject({ lost: 1, doubled: 0 });
    expect(judge([upload({ status: 'pending' })], 0, [])).toMatchObject({ lost: 0, doubled: 1 });
  });

  it('are wrong with task coins or bonus coins that no reply explains, and with a second spin', () => {
    expect(judge([upload()], 51, uploaded()).violations).toEqual([
      'user ada has 51 task coins, the receipts give 50',
    ]);
    expect(judge([upload()], 10, [...uploaded(), ...converted()], 5)).toMatchObject({ unbalanced: 1 });
    expect(judge([], 0, [...spun(), ...spun()], 10)).toMatchObject({
      doubled: 1,
      violations: ['ada has spun twice'],
    });
  });
});
