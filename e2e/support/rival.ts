import { setTimeout as pause } from 'node:timers/promises';
import type { LoadTest } from '@copup/shared/admin.ts';
import { type Outcome, Recorder } from '@copup/testkit/history.ts';
import { Player } from '@copup/testkit/players.ts';

/** A player without a browser. Commands that a busy server refuses are sent again, as the client does: nothing was executed (A11). */
export class Rival extends Player {
  constructor(user: Omit<LoadTest['users'][number], 'wallet_address'>, url: string) {
    super(user, [url], 0, new Recorder());
  }

  override async sendRecorded(...command: Parameters<Player['sendRecorded']>): Promise<Outcome> {
    for (;;) {
      const outcome = await super.sendRecorded(...command);
      const { code } = (outcome.reply ?? {}) as { code?: string };
      if (outcome.type !== 'fail' || (code !== 'BUSY' && code !== 'DEADLINE_PASSED')) return outcome;
      await pause(100);
    }
  }
}
