import { useState } from 'react';
import { VaultDoor } from '../ui/art/vault-door.tsx';
import { Button } from '../ui/button.tsx';
import { PlayCards } from '../ui/play-cards.tsx';
import { TapCount } from '../ui/tap-count.tsx';
import { TapTarget } from '../ui/tap-target.tsx';
import { WheelOfSix, type WheelState } from '../ui/wheel-of-six.tsx';
import { Line, Press, Shelf, Stage } from './frame.tsx';

const nothing = () => {};
const stills: [string, WheelState][] = [
  ['locked', { state: 'locked' }],
  ['result', { state: 'result', coins: 6 }],
  ['used', { state: 'used' }],
];
export function PlayShelves() {
  return (
    <>
      <Wheels />
      <Tapping />
      <Cards />
      <Shelf title="Vault" isWide>
        <Stage className="grid grid-cols-[minmax(0,1fr)_132px] items-center gap-3 lg:grid-cols-[minmax(0,1fr)_300px]">
          <div>
            <h3 className="font-display text-xl">One question opens the vault.</h3>
            <p className="text-sm text-on-stage-2">See who cracked the last one</p>
          </div>
          <VaultDoor className="-my-10 size-48 lg:size-65" />
        </Stage>
      </Shelf>
    </>
  );
}

function Wheels() {
  const [wheel, setWheel] = useState<WheelState>({ state: 'ready' });
  return (
    <Shelf title="Wheel of six" isWide>
      <Stage className="grid grid-cols-[minmax(0,1fr)] gap-6 pt-8 lg:grid-cols-4">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
          <WheelOfSix wheel={wheel} onSettled={() => setWheel({ state: 'result', coins: 4 })} />
          <Button
            look="coin"
            disabled={wheel.state !== 'ready'}
            onClick={() => setWheel({ state: 'spinning', coins: 4 })}
          >
            Spin
          </Button>
        </div>
        {stills.map(([name, still]) => (
          <WheelOfSix key={name} wheel={still} onSettled={nothing} />
        ))}
      </Stage>
    </Shelf>
  );
}

function Tapping() {
  const [taps, setTaps] = useState(1_204);
  const [state, setState] = useState<'active' | 'ended' | 'offline'>('active');
  return (
    <Shelf title="Tap target">
      <Stage className="grid justify-items-center gap-3">
        <TapCount count={taps} unsent={state === 'offline' ? 12 : 0} />
        <TapTarget state={state} onTap={() => setTaps((now) => now + 1)} />
      </Stage>
      <Line>
        {(['active', 'offline', 'ended'] as const).map((each) => (
          <Button
            key={each}
            look={each === state ? 'ink' : 'line'}
            size="sm"
            aria-pressed={each === state}
            onClick={() => setState(each)}
          >
            {each}
          </Button>
        ))}
      </Line>
    </Shelf>
  );
}

function Cards() {
  const [faces, setFaces] = useState<[number | null, number | null, number | null]>([null, null, null]);
  const pick = (card: number) => {
    const next: [number | null, number | null, number | null] = [null, null, null];
    next[card] = [5, 10, 0][card] ?? 0;
    setFaces(next);
  };
  return (
    <Shelf title="Cards">
      <Stage className="grid justify-items-center gap-8 py-9">
        <PlayCards faces={faces} disabled={false} onPick={pick} />
        <PlayCards faces={[null, 10, null]} disabled onPick={nothing} />
      </Stage>
      <Line>
        <Press onPress={() => setFaces([null, null, null])}>Turn them over</Press>
      </Line>
    </Shelf>
  );
}
