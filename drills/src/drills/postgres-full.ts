import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runQuietly } from '../../../scripts/processes.ts';
import type { Drill } from '../drill.ts';
import { judgeNoError } from '../judge-outage.ts';

const sizeMb = 160;
const fullMs = 3_000;

export const postgresFull: Drill = {
  name: 'postgres-full',
  fault: `PostgreSQL's disk, a tmpfs of ${sizeMb} MB, is temporarily full`,
  holds: 'I1 I2 I4',
  isRootOnly: true,
  run: ({ play }) =>
    play({
      auctionMs: 16_000,
      isCloseBlocked: true,
      preparePostgres: async (folder) => {
        const options = `size=${sizeMb}m,mode=0711`;
        const { code, output } = await runQuietly('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
        if (code !== 0) throw new Error(`the tmpfs could not be mounted: ${output}`);
        return async () => void (await runQuietly('umount', ['-l', folder]));
      },
      fault: async ({ postgres, announce, moreBids }) => {
        announce("PostgreSQL's disk is full");
        const ballast = join(postgres.folder, 'ballast');
        const fullUntilMs = Date.now() + fullMs;
        while (Date.now() < fullUntilMs) {
          fill(ballast);
          await pause(50);
        }
        rmSync(ballast);
        announce("PostgreSQL's disk has free space again");
        // PostgreSQL exits without space for its WAL; the drill then restarts it, as an operator would.
        await postgres.restart();
        await moreBids(10);
      },
      judge: judgeNoError,
    }),
};

/** Fills the disk. */
function fill(file: string): void {
  for (const size of [1_048_576, 4_096]) {
    const block = Buffer.alloc(size);
    const ballast = openSync(file, 'a');
    try {
      while (writeSync(ballast, block) === size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    } finally {
      closeSync(ballast);
    }
  }
}
