import { FastForward, Pause, Play, StepBack, StepForward } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import {
  nextActivity,
  type PlayerAction,
  type PlayerState,
  type Recording,
  shownMs,
  speeds,
  zooms,
} from './player.ts';
import { formatOffset } from './trace-times.ts';

const ARROW_MS = 1_000;
const zoomTabs = zooms.map((zoom) => ({ value: String(zoom), name: zoom === 1 ? 'All' : `${zoom}×` }));
const speedTabs = speeds.map((speed) => ({ value: String(speed), name: `${speed}×` }));

interface TransportProps {
  recording: Recording;
  state: PlayerState;
  act: (action: PlayerAction) => void;
  /** The clock of the moment. */
  clock: string;
}

/** Play, pause, steps by event and to the next activity, the speed and the zoom. */
export function Transport({ recording, state, act, clock }: TransportProps) {
  const { isPlaying, done, atMs, speed } = state;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <IconButton
        label="Previous event"
        disabled={done === 0}
        className="disabled:text-ink-3"
        onClick={() => act({ do: 'step', by: -1 })}
      >
        <StepBack size={20} aria-hidden />
      </IconButton>
      <Button look="ink" size="sm" className="min-w-27" onClick={() => act({ do: 'toggle' })}>
        {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <IconButton
        label="Next event"
        disabled={done === recording.times.length}
        className="disabled:text-ink-3"
        onClick={() => act({ do: 'step', by: 1 })}
      >
        <StepForward size={20} aria-hidden />
      </IconButton>
      <Button
        look="line"
        size="sm"
        disabled={nextActivity(recording, state) === undefined}
        onClick={() => act({ do: 'activity' })}
      >
        <FastForward size={18} aria-hidden />
        Next activity
      </Button>
      <p className="text-sm tabular-nums">
        <strong>{formatOffset(atMs)}</strong> of {formatOffset(recording.lengthMs)}
        <span className="block text-xs text-ink-2">{clock}</span>
      </p>
      <div className="w-full max-w-75 sm:ml-auto">
        <Tabs
          label="Speed"
          value={String(speed)}
          tabs={speedTabs}
          onChange={(value) => act({ do: 'speed', speed: Number(value) })}
        />
      </div>
      <div className="w-full max-w-75">
        <Tabs
          label="Zoom"
          value={String(state.zoom)}
          tabs={zoomTabs}
          onChange={(value) => act({ do: 'zoom', zoom: Number(value) })}
        />
      </div>
    </div>
  );
}

/** The moment, over the part that the timeline shows. Arrow keys move by a second, Home and End to the ends, Space plays and pauses. */
export function Scrubber({ recording, state, act, clock }: TransportProps) {
  const { atMs, shownFromMs } = state;
  const toMs = shownFromMs + shownMs(recording, state);
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, PlayerAction> = {
      ' ': { do: 'toggle' },
      ArrowLeft: { do: 'seek', toMs: atMs - ARROW_MS },
      ArrowDown: { do: 'seek', toMs: atMs - ARROW_MS },
      ArrowRight: { do: 'seek', toMs: atMs + ARROW_MS },
      ArrowUp: { do: 'seek', toMs: atMs + ARROW_MS },
      Home: { do: 'seek', toMs: -1 },
      End: { do: 'seek', toMs: recording.lengthMs },
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    act(action);
  };
  return (
    <input
      type="range"
      aria-label="Moment"
      aria-valuetext={`${formatOffset(atMs)} of ${formatOffset(recording.lengthMs)}, ${clock}`}
      min={Math.floor(shownFromMs)}
      max={Math.max(1, Math.ceil(toMs))}
      step={1}
      value={Math.round(atMs)}
      onChange={({ target }) => act({ do: 'seek', toMs: Number(target.value) })}
      onKeyDown={onKeyDown}
      className="m-0 block h-tap w-full cursor-pointer accent-brand"
    />
  );
}
