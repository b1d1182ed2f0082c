import type { ConvertTerms } from '@copup/shared/tasks.ts';
import type { Outcome } from './history.ts';
import type { Player } from './players.ts';

/** Sends a screenshot for a task. */
export const uploadScreenshot = (player: Player, taskId: number, screenshot: string): Promise<Outcome> =>
  player.sendRecorded('upload', `/task/tasks/${taskId}/upload`, { taskId }, { screenshot }, {});

/** Converts all task coins that the player can convert; undefined when there are none. */
export async function convertAll(player: Player): Promise<Outcome | undefined> {
  const { rate, convertible } = await player.read<ConvertTerms>('/task/convert');
  if (convertible === 0) return undefined;
  const body = { task_coin: convertible, rate };
  return player.sendRecorded('convert', '/task/convert', { amount: convertible }, body, {});
}

/** Enters the passcode of the wheel. */
export const unlockWheel = (player: Player, passcode: string): Promise<Outcome> =>
  player.sendRecorded('unlock-spin', '/user/spin/unlock', {}, { passcode }, {});

export const spinWheel = (player: Player): Promise<Outcome> =>
  player.sendRecorded('spin', '/user/spin', {}, {}, {});
