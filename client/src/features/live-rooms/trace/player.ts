/** What is played: when each event happened, in milliseconds after the start, in order. */
export interface Recording {
  readonly times: readonly number[];
  readonly lengthMs: number;
}

export interface PlayerState {
  /** The moment shown, in milliseconds after the start. */
  atMs: number;
  /** Number of events that have happened; several may have the same time. */
  done: number;
  isPlaying: boolean;
  speed: number;
  /** How many times longer the recording is than the part that the timeline shows. */
  zoom: number;
  /** Start of the part, in milliseconds after the start of the recording. */
  shownFromMs: number;
}

export const zooms = [1, 4, 16, 64] as const;
/** Time without an event after which the next one is activity of its own. */
const QUIET_MS = 3_000;

export const speeds = [1, 4, 16, 60] as const;

export const startState: PlayerState = {
  atMs: 0,
  done: 0,
  isPlaying: false,
  speed: 4,
  zoom: 1,
  shownFromMs: 0,
};

export type PlayerAction =
  | { do: 'toggle' }
  | { do: 'step'; by: 1 | -1 }
  | { do: 'seek'; toMs: number }
  | { do: 'speed'; speed: number }
  | { do: 'zoom'; zoom: number }
  /** To the next event after a quiet time. */
  | { do: 'activity' }
  /** Real time passed while playing. */
  | { do: 'tick'; elapsedMs: number };

/** The player of a trace: plays, pauses, steps by event and jumps to a moment. Pure. */
export function play(recording: Recording, state: PlayerState, action: PlayerAction): PlayerState {
  return follow(recording, change(recording, state, action));
}

/** The length of the part that the timeline shows. */
export const shownMs = ({ lengthMs }: Recording, { zoom }: PlayerState): number => lengthMs / zoom;

/** Returns the moment of the next event after a quiet time; undefined when none follows. */
export function nextActivity({ times }: Recording, { atMs, done }: PlayerState): number | undefined {
  return times.find((time, nth) => nth >= done && time - Math.max(atMs, times[nth - 1] ?? 0) >= QUIET_MS);
}

/** Moves the part that the timeline shows when the moment leaves it. */
function follow(recording: Recording, state: PlayerState): PlayerState {
  const { atMs, shownFromMs } = state;
  const length = shownMs(recording, state);
  const isShown = atMs >= shownFromMs && atMs <= shownFromMs + length;
  const from = isShown ? shownFromMs : atMs - length / 4;
  return { ...state, shownFromMs: Math.min(recording.lengthMs - length, Math.max(0, from)) };
}

function change(recording: Recording, state: PlayerState, action: PlayerAction): PlayerState {
  const { times, lengthMs } = recording;
  switch (action.do) {
    case 'toggle': {
      // At the end it begins anew.
      const from = !state.isPlaying && state.atMs >= lengthMs ? seek(recording, state, -1) : state;
      return { ...from, isPlaying: !state.isPlaying };
    }
    case 'step': {
      const done = Math.min(times.length, Math.max(0, state.done + action.by));
      if (done === state.done) return { ...state, isPlaying: false };
      // Back: to the event before the one that is undone.
      return { ...state, done, atMs: done === 0 ? 0 : (times[done - 1] ?? 0), isPlaying: false };
    }
    case 'seek':
      return seek(recording, state, action.toMs);
    case 'speed':
      return { ...state, speed: action.speed };
    case 'zoom':
      // Around the moment.
      return {
        ...state,
        zoom: action.zoom,
        shownFromMs: state.atMs - lengthMs / action.zoom / 2,
      };
    case 'activity': {
      const toMs = nextActivity(recording, state);
      return toMs === undefined ? state : seek(recording, state, toMs);
    }
    case 'tick': {
      if (!state.isPlaying) return state;
      const next = seek(recording, state, state.atMs + action.elapsedMs * state.speed);
      return next.atMs >= lengthMs ? { ...next, isPlaying: false } : next;
    }
  }
}

/** Shows the events up to and including this moment. A negative moment is the start, before any event. */
function seek({ times, lengthMs }: Recording, state: PlayerState, toMs: number): PlayerState {
  const atMs = Math.min(lengthMs, Math.max(0, toMs));
  return { ...state, atMs, done: toMs < 0 ? 0 : countUntil(times, atMs) };
}

/** Number of events until and at a moment. */
function countUntil(times: readonly number[], atMs: number): number {
  let [from, to] = [0, times.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((times[middle] ?? 0) <= atMs) from = middle + 1;
    else to = middle;
  }
  return from;
}
