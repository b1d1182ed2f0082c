import { setTimeout as pause } from 'node:timers/promises';
import type { LoadTest } from '@copup/shared/admin.ts';
import { type Outcome, Recorder } from '@copup/testkit/history.ts';
import { Player } from '@copup/testkit/players.ts';

/** Refusals after which nothing was executed: of a busy server (A11), and of an account above its rate. */
const passing = new Set<unknown>(['BUSY', 'DEADLINE_PASSED', 'RATE_LIMITED']);

/** A player without a browser, who sends commands again until the server has decided them. */
export class Rival extends Player {
  constructor(user: Omit<LoadTest['users'][number], 'wallet_address'>, url: string) {
    super(user, [url], 0, new Recorder());
  }

  override async sendRecorded(...command: Parameters<Player['sendRecorded']>): Promise<Outcome> {
    for (;;) {
      const outcome = await super.sendRecorded(...command);
      const { code } = (outcome.reply ?? {}) as { code?: string };
      if (outcome.type !== 'fail' || !passing.has(code)) return outcome;
      await pause(100);
    }
  }
}
