import type { Drill } from '../drill.ts';
import { holdLocks, untilBlocked } from '../locks.ts';

export const workerKilledInClose: Drill = {
  name: 'worker-killed-in-close',
  fault: 'the worker that closes an auction is killed between the statements of the close',
  holds: 'I3 I6 I9',
  run: ({ play }) =>
    play({
      // A lock stops the close until its worker has been killed.
      isCloseBlocked: true,
      fault: async ({ db, postgres, servers, untilEndIs, announce }) => {
        await untilEndIs(300);
        const lock = await holdLocks(postgres.ownerUrl, 'LOCK TABLE cart_items IN SHARE MODE');
        try {
          const name = await untilBlocked(db, 'INSERT INTO cart_items');
          announce(`server ${name} is killed in the middle of a close`);
          await servers.find((server) => server.name === name)?.kill();
        } finally {
          await lock.release();
        }
      },
    }),
};
