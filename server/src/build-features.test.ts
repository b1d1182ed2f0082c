import { describe, expect, it, vi } from 'vitest';
import { buildFeatures } from './build-features.ts';
import type { Deps } from './deps.ts';
import type { AllFeatures, Feature } from './feature.ts';

const run = async () => {};
const sweep = { name: 'kites-close', everyMs: 1_000, run };

describe('features by manifest', () => {
  it('O5 defines the rooms and jobs of each listed feature, and gives other features access to its parts', async () => {
    const defined = { rooms: vi.fn(), command: vi.fn(), job: vi.fn(), sweep: vi.fn() };
    const deps = {
      rooms: { define: defined.rooms, defineCommand: defined.command },
      jobs: { defineScheduledJob: defined.job, defineSweep: defined.sweep },
    } as unknown as Deps;
    const cancelRealm = vi.fn(run);
    const action = { right: 'orders', apply: async () => ({}) } as const;
    const close = async () => undefined;
    let all: AllFeatures | undefined;
    const reader: Feature = {
      name: 'reader',
      build: (_deps, others) => {
        all = others;
        return {};
      },
    };
    const kites: Feature = {
      name: 'kites',
      build: () => ({
        roomKinds: [{ kind: 'kite' } as never],
        jobs: { scheduled: { 'kite-close': close }, sweeps: [sweep] },
        describeRooms: {
          kite: async (ids) =>
            new Map(
              ids.map((id) => [id, { name: 'Kite', status: 'up', realm: 0, endsAt: 1, isOver: false }]),
            ),
        },
        commandLanes: [{ lane: 'gusts' }],
        approvedActions: { 'kite.refund': action },
        cancelRealm,
      }),
    };
    // The reader is built first and sees features that are built after it.
    buildFeatures(deps, [reader, kites]);
    expect(defined.rooms).toHaveBeenCalledWith({ kind: 'kite' });
    expect(defined.job).toHaveBeenCalledWith('kite-close', close);
    expect(defined.sweep).toHaveBeenCalledWith(sweep);
    expect(all?.approvedActions).toEqual({ 'kite.refund': action });
    expect(all?.commandLanes).toEqual([{ lane: 'gusts' }]);
    expect((await all?.describeRooms('kite', ['7']))?.get('7')?.name).toBe('Kite');
    expect(await all?.describeRooms('boat', ['7'])).toEqual(new Map());
    await all?.cancelRealm(3);
    expect(cancelRealm).toHaveBeenCalledWith(3);
  });
});
