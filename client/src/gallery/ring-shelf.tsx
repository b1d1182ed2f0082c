import { CountdownRing, type RingState } from '../ui/countdown-ring.tsx';
import { ItemPicture } from '../ui/item-picture.tsx';
import { Shelf, Stage } from './frame.tsx';

const rings: [string, RingState, number, string, string][] = [
  ['over an hour', 'running', 0.82, '2h 14', '2 hours 14 minutes left'],
  ['running', 'running', 0.58, '14:09', '14 minutes 9 seconds left'],
  ['last 10 seconds', 'hot', 0.11, '7', '7 seconds left'],
  ['estimated, offline', 'estimated', 0.44, '31', '31 seconds left, estimated'],
  ['ended', 'ended', 0, '0', 'Ended'],
  ['won', 'won', 1, '', 'Won'],
];

const large: [RingState, number, string, string, string][] = [
  ['running', 0.7, '42', 'seconds', '42 seconds left'],
  ['hot', 0.11, '7', 'seconds', '7 seconds left'],
  ['estimated', 0.44, '31', 'seconds', '31 seconds left'],
];

export function RingShelf() {
  return (
    <Shelf title="Countdown ring" isWide>
      <Stage className="grid grid-cols-3 gap-3 lg:grid-cols-6">
        {rings.map(([name, state, share, time, label]) => (
          <div key={name} className="text-center text-xs font-semibold text-on-stage-2">
            <CountdownRing
              state={state}
              share={share}
              time={time}
              label={label}
              className="mx-auto mb-1 max-w-[110px]"
            />
            {name}
          </div>
        ))}
      </Stage>
      <Stage className="grid gap-9 pb-9 lg:grid-cols-3">
        {large.map(([state, share, time, unit, label]) => (
          <CountdownRing
            key={state}
            state={state}
            share={share}
            time={time}
            unit={unit}
            label={label}
            className="mx-auto w-64 lg:w-88"
          >
            <ItemPicture
              name="iPhone 15 Pro Max"
              category="product"
              image=""
              sizes="1px"
              isRound
              isEager
              className="size-full"
            />
          </CountdownRing>
        ))}
      </Stage>
    </Shelf>
  );
}
