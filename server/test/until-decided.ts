import { setTimeout as pause } from 'node:timers/promises';
import type { ApiReply } from '@copup/testkit/client.ts';

/** Codes of a server that was too busy for a command: nothing was executed (A11). */
const undecided = ['BUSY', 'DEADLINE_PASSED', 'UNAVAILABLE'];

/** Sends a command, and again while a busy server refuses it, as clients do. */
export async function untilDecided(send: () => Promise<ApiReply>): Promise<ApiReply> {
  for (;;) {
    const reply = await send();
    if (!undecided.includes(reply.body?.code)) return reply;
    await pause(50);
  }
}
