import { setTimeout as pause } from 'node:timers/promises';
import type { Drill } from '../drill.ts';
import { holdLocks, untilBlocked } from '../locks.ts';

const frozenMs = 6_000;

export const serverFrozenInClose: Drill = {
  name: 'server-frozen-in-close',
  fault:
    'the worker that closes an auction is frozen (SIGSTOP) in the middle of the close, then continues: its job runs twice',
  holds: 'I3 I6 I7',
  run: ({ play }) =>
    play({
      isCloseBlocked: true,
      fault: async ({ db, postgres, servers, untilEndIs, announce }) => {
        await untilEndIs(300);
        const lock = await holdLocks(postgres.ownerUrl, 'LOCK TABLE cart_items IN SHARE MODE');
        try {
          const name = await untilBlocked(db, 'INSERT INTO cart_items');
          const server = servers.find((each) => each.name === name);
          announce(`server ${name} is frozen in the middle of a close`);
          server?.signal('SIGSTOP');
          await lock.release();
          await pause(frozenMs);
          server?.signal('SIGCONT');
        } finally {
          await lock.release();
        }
      },
    }),
};
