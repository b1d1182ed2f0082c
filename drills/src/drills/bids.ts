import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { auctionRoom } from '@copup/shared/room-names.ts';
import type { Outcome } from '@copup/testkit/history.ts';
import type { Player, SendOptions, SendOverSocket } from '@copup/testkit/players.ts';
import { sendOverSocket } from '@copup/testkit/socket-calls.ts';
import { acknowledgedBetween } from '../bid-times.ts';
import type { Drills } from '../drill.ts';
import { availableOf } from '../faults.ts';
import { Watcher } from '../watchers.ts';

const poison = 'poison';
const phaseMs = 5_000;
const leastShare = 0.3;
const oppositeRounds = 6;
const times = 5;
const takers = 3;

export const bidDrills: Drills = {
  'poisoned-command': {
    fault: 'PostgreSQL fails on one command of a batch of 200',
    holds: 'only that command is refused',
    spares: 200,
    auctionMs: 20_000,
    inject: async ({ db, auctions, spares, announce, addViolation }) => {
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
  },
  joiners: {
    fault: '16 players at a time pay the entry continuously while 200 bid on the same auction',
    holds: 'the lane keeps at least 30 % of its rate; I1',
    players: 200,
    spares: 1_200,
    auctionMs: 24_000,
    bidPauseMs: 700,
    inject: async ({ auctions, spares, recorder, announce, addViolation }) => {
      announce('no fault yet: the usual rate is measured');
      const [id = 0] = auctions;
      const rate = async () => {
        const fromMs = Date.now();
        await pause(phaseMs);
        return acknowledgedBetween(recorder.events, fromMs, Date.now());
      };
      const usual = await rate();
      announce('16 players join continuously');
      const over = new AbortController();
      let next = 0;
      const joining = Promise.all(
        Array.from({ length: 16 }, async () => {
          while (!over.signal.aborted) {
            const spare = spares[next++];
            if (!spare) return;
            await spare.payEntry(id);
          }
        }),
      );
      const crowded = await rate();
      over.abort();
      await joining;
      if (crowded < usual * leastShare)
        addViolation(`${crowded} bids in 5 s while others joined, ${usual} before`);
      if (next < 50) addViolation(`only ${next} joined`);
    },
  },
  'opposite-orders': {
    fault: 'the same keys are sent to two auctions through two servers in opposite order',
    holds: 'no deadlock; I8',
    spares: 24,
    auctionMs: 14_000,
    inject: async ({ db, auctions, spares, announce, addViolation }) => {
      announce('the same keys are sent in opposite order');
      const [first = 0, second = 0] = auctions;
      await Promise.all(
        spares.flatMap((spare) => [
          // Entries are sent in opposite order, too.
          spare.payEntry(first, { server: 0, process: `${spare.username} a` }),
          spare.payEntry(second, { server: 1, process: `${spare.username} b` }),
        ]),
      );
      const deadlocks = async () => {
        const { rows } = await db.pool.query<{ count: number }>(
          'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
        );
        return rows[0]?.count ?? 0;
      };
      const before = await deadlocks();
      for (let round = 0; round < oppositeRounds; round += 1) {
        await Promise.all(
          spares.flatMap((spare) => {
            const key = randomUUID();
            const bid = (id: number, server: number) =>
              spare.bid(id, undefined, { key, server, process: `${spare.username} on ${server}` });
            const inOrder = async (server: number, ids: readonly number[]) => {
              for (const id of ids) await bid(id, server);
            };
            return [inOrder(0, [first, second]), inOrder(1, [second, first])];
          }),
        );
      }
      const found = (await deadlocks()) - before;
      if (found > 0) addViolation(`PostgreSQL found ${found} deadlocks`);
    },
  },
  'same-key': {
    fault:
      'bids, entries and adjustments are each sent five times at once with one key, over both servers, by POST and over a socket',
    holds: 'I8',
    spares: 20,
    auctionMs: 12_000,
    inject: async ({
      admin,
      auctions,
      db,
      servers,
      spares,
      spareUsers,
      watchers,
      announce,
      addViolation,
    }) => {
      announce('every command is sent five times');
      const [id = 0] = auctions;
      const urls = servers.map(({ url }) => url);
      const repeat = <Reply>(
        send: (own: SendOptions & { key: string; server: number }) => Promise<Reply>,
        overSocket?: SendOverSocket,
      ) => {
        const key = randomUUID();
        return Promise.all(
          Array.from({ length: times }, (_, nth) =>
            send({
              ...{ key, server: nth % servers.length, process: `repeat ${nth} of ${key}` },
              overSocket: nth % 2 === 0 ? overSocket : undefined,
            }),
          ),
        );
      };
      await Promise.all(
        spares.map(async (spare, nth) => {
          const { username, token } = spare;
          const room = auctionRoom(id);
          const watcher = new Watcher(`${username}'s browser`, urls, nth % urls.length, token, [room]);
          watchers.push(watcher);
          await watcher.until(() => watcher.stateOf(room) !== undefined, phaseMs, 'state of its room');
          const overSocket: SendOverSocket = (command) => sendOverSocket(watcher, command);
          const entries = await repeat((own) => spare.payEntry(id, own), overSocket);
          if (entries.some(({ type }) => type !== 'ok'))
            addViolation(`an entry repeated with its key was refused: ${JSON.stringify(entries)}`);
          await repeat((own) => spare.bid(id, undefined, own), overSocket);
        }),
      );
      for (const { id: userId } of spareUsers.slice(0, 3)) {
        const replies = await repeat(({ key, server }) => admin.adjust(userId, 7, key, servers[server]?.url));
        if (replies.some((reply) => !isDeepStrictEqual(reply, replies[0])))
          addViolation(`one key of an adjustment had different replies: ${JSON.stringify(replies)}`);
        const { rows } = await db.pool.query<{ count: number }>(
          `SELECT count(*)::int AS count FROM transfers WHERE kind = 'adjust' AND subject_kind = 'user' AND subject_id = $1`,
          [userId],
        );
        if (rows[0]?.count !== 1)
          addViolation(`an adjustment sent ${times} times was executed ${rows[0]?.count} times`);
      }
    },
  },
  'adjust-race': {
    fault: "operators remove and return a player's last coins over both servers while the player bids",
    holds: 'I1 I2',
    auctionMs: 12_000,
    inject: async (world) => {
      const { admin, players, servers, random, announce, untilEndIs } = world;
      announce('operators and bids race for the same coins');
      const over = new AbortController();
      const racing = Array.from({ length: takers }, async (_, nth) => {
        while (!over.signal.aborted) {
          const userId = players[random.int(0, 1)]?.userId ?? '';
          const amount = await availableOf(world, userId);
          const server = servers[nth % servers.length]?.url;
          // Removes a part or all of the balance read before. Either may be refused; neither may make the balance
          // negative.
          const most = Math.min(amount, 10_000);
          const taken = random.next() < 0.5 ? most : Math.ceil(most / 2);
          if (taken > 0) {
            const isTaken = await admin.adjust(userId, -taken, randomUUID(), server).then(
              () => true,
              () => false,
            );
            if (isTaken) await admin.adjust(userId, taken, randomUUID(), server).catch(() => undefined);
          }
          await pause(150);
        }
      });
      await untilEndIs(500);
      over.abort();
      await Promise.all(racing);
    },
  },
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
