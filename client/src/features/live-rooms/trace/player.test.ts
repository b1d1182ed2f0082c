import { describe, expect, it } from 'vitest';
import { type PlayerAction, type PlayerState, play, shownMs, startState } from './player.ts';

const recording = { times: [0, 100, 100, 4_000, 9_000], lengthMs: 10_000 };
const after = (...actions: PlayerAction[]): PlayerState =>
  actions.reduce((state, action) => play(recording, state, action), startState);

describe('O2 the player of a trace', () => {
  it('plays at its speed, stands still while it is paused, stops at the end, and begins anew there', () => {
    expect(after({ do: 'toggle' }, { do: 'tick', elapsedMs: 1_000 })).toEqual({
      atMs: 4_000,
      done: 4,
      isPlaying: true,
      speed: 4,
      zoom: 1,
      shownFromMs: 0,
    });
    const end = after({ do: 'speed', speed: 60 }, { do: 'toggle' }, { do: 'tick', elapsedMs: 1_000 });
    expect(end).toMatchObject({ atMs: 10_000, done: 5, isPlaying: false, speed: 60 });
    const paused = after({ do: 'toggle' }, { do: 'tick', elapsedMs: 500 }, { do: 'toggle' });
    expect(play(recording, paused, { do: 'tick', elapsedMs: 5_000 })).toEqual(paused);
    expect(paused).toMatchObject({ atMs: 2_000, done: 3, isPlaying: false });
    const again = after({ do: 'seek', toMs: 10_000 }, { do: 'toggle' });
    expect(again).toMatchObject({ atMs: 0, done: 0, isPlaying: true });
  });

  it('steps by event in both directions, also through events of the same time, and pauses', () => {
    const step: PlayerAction = { do: 'step', by: 1 };
    const back: PlayerAction = { do: 'step', by: -1 };
    expect(after(step)).toMatchObject({ done: 1, atMs: 0 });
    expect(after(step, step)).toMatchObject({ done: 2, atMs: 100 });
    expect(after(step, step, step)).toMatchObject({ done: 3, atMs: 100 });
    expect(after(step, step, step, back)).toMatchObject({ done: 2, atMs: 100 });
    expect(after(step, step, back)).toMatchObject({ done: 1, atMs: 0 });
    expect(after(step, back, back)).toMatchObject({ done: 0, atMs: 0 });
    expect(after({ do: 'seek', toMs: 10_000 }, step)).toMatchObject({ done: 5, atMs: 10_000 });
    expect(after({ do: 'toggle' }, { do: 'step', by: 1 }).isPlaying).toBe(false);
  });

  it('goes to the next event after a quiet time, and stays where none follows', () => {
    const activity: PlayerAction = { do: 'activity' };
    expect(after(activity)).toMatchObject({ atMs: 4_000, done: 4 });
    expect(after(activity, activity)).toMatchObject({ atMs: 9_000, done: 5 });
    expect(after(activity, activity, activity)).toMatchObject({ atMs: 9_000, done: 5 });
    expect(after({ do: 'seek', toMs: 2_000 }, activity)).toMatchObject({ atMs: 9_000 });
  });

  it('zooms around the moment, and the part that is shown follows it within the recording', () => {
    const zoom: PlayerAction = { do: 'zoom', zoom: 4 };
    const part = (...actions: PlayerAction[]) => {
      const state = after(...actions);
      return [state.shownFromMs, state.shownFromMs + shownMs(recording, state)];
    };
    expect(part(zoom)).toEqual([0, 2_500]);
    expect(part({ do: 'seek', toMs: 5_000 }, zoom)).toEqual([3_750, 6_250]);
    expect(part({ do: 'seek', toMs: 5_000 }, zoom, { do: 'seek', toMs: 6_000 })).toEqual([3_750, 6_250]);
    expect(part(zoom, { do: 'seek', toMs: 5_000 })).toEqual([4_375, 6_875]);
    expect(part(zoom, { do: 'seek', toMs: 10_000 })).toEqual([7_500, 10_000]);
    expect(part(zoom, { do: 'zoom', zoom: 1 })).toEqual([0, 10_000]);
  });

  it('jumps to a moment within the recording and plays on; without events there is nothing to play', () => {
    expect(after({ do: 'seek', toMs: 99 })).toMatchObject({ atMs: 99, done: 1 });
    expect(after({ do: 'seek', toMs: 100 })).toMatchObject({ atMs: 100, done: 3 });
    expect(after({ do: 'seek', toMs: -5 })).toMatchObject({ atMs: 0, done: 0 });
    expect(after({ do: 'seek', toMs: 1e9 })).toMatchObject({ atMs: 10_000, done: 5 });
    expect(after({ do: 'toggle' }, { do: 'seek', toMs: 5_000 })).toMatchObject({
      atMs: 5_000,
      isPlaying: true,
    });
    const empty = { times: [], lengthMs: 0 };
    expect(play(empty, startState, { do: 'step', by: 1 })).toMatchObject({ done: 0, atMs: 0 });
    const played = play(empty, play(empty, startState, { do: 'toggle' }), { do: 'tick', elapsedMs: 10 });
    expect(played.isPlaying).toBe(false);
  });
});
