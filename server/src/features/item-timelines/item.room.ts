import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import type { TimelineKind } from '../../operators/item-timeline.ts';
import type { RoomKind, RoomSnapshot } from '../../rooms/room-kind.ts';
import { mustEnrol } from '../../sessions/recent-sign-in.ts';
import { isIdOf } from './item-timelines.routes.ts';

/** A page reloads at most every two seconds, however often its item changes: it has up to four reads. */
const RELOAD_MS = 2_000;
const ID = /^(.+?)-([1-9]\d{0,8}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Room item:{kind}-{id}: reports each change of the item to operators; they then read what they show. */
export function itemRoomKind(
  deps: Pick<Deps, 'db' | 'config' | 'settings'>,
  all: Pick<AllFeatures, 'timelines'>,
): RoomKind<{ version: number }> {
  const { db } = deps;

  async function readVersions(ids: readonly string[]): Promise<Map<string, number>> {
    const items = ids.flatMap((room) => {
      const [, kind = '', id = ''] = ID.exec(room) ?? [];
      const timeline = all.timelines[kind];
      return timeline && isIdOf(kind, id) ? [{ room, kind, id, timeline }] : [];
    });
    const versions = new Map<string, number>();
    for (const ofKind of Map.groupBy(items, ({ kind }) => kind).values()) {
      const [{ kind, timeline } = { kind: '', timeline: undefined }] = ofKind;
      if (!timeline) continue;
      const read = await readKind(
        kind,
        timeline,
        ofKind.map(({ id }) => id),
      );
      for (const { room, id } of ofKind) {
        const version = read.get(id);
        if (version !== undefined) versions.set(room, version);
      }
    }
    return versions;
  }

  async function readKind(kind: string, timeline: TimelineKind, ids: readonly string[]) {
    const { version } = timeline;
    const { rows } = await db.pool.query<{ id: string; version: number }>({
      name: `item-versions-${kind}`,
      text: `SELECT v.id, v.version + coalesce((SELECT max(a.id) FROM admin_audit a
          WHERE a.subject_kind = $1 AND a.subject_id = v.id), 0) AS version
        FROM (SELECT i.id, ${version} AS version FROM unnest($2::text[]) AS i (id)) AS v WHERE v.version IS NOT NULL`,
      values: [kind, ids],
    });
    return new Map(rows.map((row) => [row.id, row.version]));
  }

  const toState = (version: number): RoomSnapshot<{ version: number }> => ({ version, state: { version } });
  return {
    kind: 'item',
    isPlay: false,
    countsWatchers: false,
    hasFigures: false,
    changes: 'polled',
    minIntervalMs: RELOAD_MS,
    authorize: (viewer) => viewer.role === 1 && !mustEnrol(deps, viewer),
    async snapshot(ids) {
      return new Map([...(await readVersions(ids))].map(([id, version]) => [id, toState(version)]));
    },
  };
}
