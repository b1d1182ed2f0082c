import { setTimeout as pause } from 'node:timers/promises';
import type { Outcome } from '@copup/testkit/history.ts';
import type { Player } from '@copup/testkit/players.ts';
import type { Drill } from '../drill.ts';

const poison = 'poison';

export const poisonedCommand: Drill = {
  name: 'poisoned-command',
  fault: 'PostgreSQL fails on one command of a batch of 200',
  holds: 'only that command is refused',
  run: ({ play }) =>
    play({
      spares: 200,
      auctionMs: 20_000,
      fault: async ({ db, auctions, spares, announce, addViolation }) => {
        const [id = 0] = auctions;
        for (let from = 0; from < spares.length; from += 50)
          await Promise.all(spares.slice(from, from + 50).map((spare) => spare.payEntry(id)));
        await db.pool.query(`
          CREATE FUNCTION drill_poison() RETURNS trigger LANGUAGE plpgsql AS
            $$BEGIN IF NEW.key = '${poison}' THEN RAISE EXCEPTION 'poisoned'; END IF; RETURN NEW; END$$;
          CREATE TRIGGER drill_poison BEFORE INSERT ON bids FOR EACH ROW EXECUTE FUNCTION drill_poison()`);
        announce('one of 200 bids fails in PostgreSQL');
        const [poisoned, ...others] = spares;
        const [first, ...rest] = await Promise.all([
          poisoned?.bid(id, undefined, { key: poison, server: 0, retries: 0 }),
          ...others.map((spare) => bidUntilDecided(spare, id)),
        ]);
        const status = (first?.reply as { status?: number } | undefined)?.status;
        if (status !== 500) addViolation(`the poisoned bid was answered with ${status}`);
        const refused = rest.filter((outcome) => outcome?.type !== 'ok');
        if (refused.length > 0)
          addViolation(`${refused.length} other bids were refused: ${JSON.stringify(refused[0]?.reply)}`);
        await db.pool.query('DROP TRIGGER drill_poison ON bids');
      },
    }),
};

/** Resends the bid while the server reports that it was not executed and may be retried. */
async function bidUntilDecided(player: Player, id: number): Promise<Outcome> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await player.bid(id, undefined, { server: 0 });
    const { code = '' } = (outcome.reply ?? {}) as { code?: string };
    if (!['BUSY', 'DEADLINE_PASSED', 'UNAVAILABLE'].includes(code) || attempt === 5) return outcome;
    await pause(1_000);
  }
}
