import type { Drill } from '../drill.ts';

export const rollingRestart: Drill = {
  name: 'rolling-restart',
  fault: 'both servers are restarted one after the other (SIGTERM) under load',
  holds: 'no acknowledged command is lost; I7',
  run: ({ play }) =>
    play({
      players: 40,
      bidPauseMs: 500,
      auctionMs: 24_000,
      fault: async ({ servers, startAgain, moreBids, announce, addViolation }) => {
        for (const server of [...servers]) {
          announce(`server ${server.name} receives SIGTERM`);
          const code = await server.stop();
          if (code !== 0) addViolation(`server ${server.name} exited with ${code}`);
          announce(`server ${server.name} starts again`);
          await startAgain(server);
          await moreBids(20);
        }
      },
    }),
};
