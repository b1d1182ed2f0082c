import type { OperatorOverview } from '@copup/shared/console.ts';
import { consoleLists, OVERVIEW_ROOM } from '@copup/shared/room-names.ts';
import type { Deps } from '../../deps.ts';
import { countListChanges } from '../../operators/list-changes.queries.ts';
import type { RoomKind } from '../../rooms/room-kind.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { singleFlight } from '../../single-flight.ts';
import { composeOverview, type OverviewSources } from './compose-overview.ts';

const EACH_MS = 1_000;
/** Figures that change without a change of a list, such as coins and jobs, are at most this old. */
const COMPOSE_EVERY_MS = 5_000;
/** The list of the audit's reports is no list of the console, but a part of the overview. */
const watchedLists = [...consoleLists, 'audit-reports'];

export interface OverviewRoomOptions extends Pick<Deps, 'clock' | 'db' | 'log'> {
  sources: OverviewSources;
  rooms: Pick<Deps['rooms'], 'isHeld' | 'publishLocally'>;
  isOperator: (viewer: Viewer) => boolean;
}

export interface OverviewRoom {
  roomKind: RoomKind<OperatorOverview>;
  /** Returns an overview that is read after the call. Concurrent calls share one reading. */
  read(): Promise<OperatorOverview>;
  start(): void;
  stop(): void;
}

/**
 * Creates the room overview. While an operator watches it, each server reads every second how often the lists have
 * changed, and the overview itself after a change and every few seconds: once for all operators.
 */
export function createOverviewRoom(options: OverviewRoomOptions): OverviewRoom {
  const { clock, db, log, rooms, sources } = options;
  let latest: { version: number; state: OperatorOverview } | undefined;
  let composedAtMs = Number.NEGATIVE_INFINITY;
  let changes = '';
  let timer: NodeJS.Timeout | undefined;

  const composing = singleFlight(async () => {
    composedAtMs = clock.monotonicMs();
    const state = await composeOverview(sources);
    latest = { version: Math.max((latest?.version ?? 0) + 1, clock.wallMs()), state };
    if (rooms.isHeld(OVERVIEW_ROOM)) rooms.publishLocally(OVERVIEW_ROOM, latest.version, state);
  });

  const ticking = singleFlight(async () => {
    try {
      const counted = JSON.stringify([...(await countListChanges(db, watchedLists))]);
      const isDue = clock.monotonicMs() - composedAtMs >= COMPOSE_EVERY_MS;
      if (counted === changes && !isDue) return;
      changes = counted;
      await composing.fresh();
    } catch (error) {
      log.warn({ err: error }, 'console: the overview could not be read');
    }
  });

  async function read(): Promise<OperatorOverview> {
    await composing.fresh();
    if (!latest) throw new Error('the overview was not composed');
    return latest.state;
  }

  return {
    read,
    roomKind: {
      kind: OVERVIEW_ROOM,
      isPlay: false,
      countsWatchers: false,
      hasFigures: false,
      changes: 'published',
      minIntervalMs: EACH_MS / 2,
      authorize: (viewer, id) => id === '' && options.isOperator(viewer),
      async snapshot(ids) {
        if (!latest || clock.monotonicMs() - composedAtMs >= EACH_MS) await composing.join();
        return new Map(
          latest ? ids.map((id) => [id, latest as { version: number; state: OperatorOverview }]) : [],
        );
      },
    },
    start() {
      timer = setInterval(() => {
        if (rooms.isHeld(OVERVIEW_ROOM)) void ticking.join();
      }, EACH_MS);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
