import { useState } from 'react';
import { Coin } from '../ui/art/coin.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { CountdownRing, type RingState } from '../ui/countdown-ring.tsx';
import { ItemPicture } from '../ui/item-picture.tsx';
import { Caption, Line, Shelf, Stage } from './frame.tsx';

const swatches = [
  ['canvas', 'bg-canvas'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['ink', 'bg-ink text-on-ink'],
  ['stage', 'bg-stage text-white'],
  ['brand', 'bg-brand-soft text-brand'],
  ['coin', 'bg-coin text-on-coin'],
  ['live', 'bg-live text-white'],
  ['ok', 'bg-ok-soft text-ok'],
  ['warn', 'bg-warn-soft text-warn'],
  ['danger', 'bg-danger-soft text-danger'],
  ['live text', 'bg-live-soft text-live-text'],
  ['coin text', 'bg-coin-soft text-coin-text'],
  ['stage deep', 'bg-stage-deep text-on-stage-2'],
  ['ink-2', 'bg-surface text-ink-2'],
  ['ink-3', 'bg-surface text-ink-3'],
] as const;

export function BasicShelves() {
  return (
    <>
      <Shelf title="Colour" isWide>
        <div className="grid grid-cols-4 gap-2 lg:grid-cols-8">
          {swatches.map(([name, look]) => (
            <div
              key={name}
              className={`${look} flex min-h-18 items-end rounded-md px-2.5 py-2 text-xs leading-tight font-semibold shadow-[inset_0_0_0_1px_rgb(127_127_127/0.22)]`}
            >
              {name}
            </div>
          ))}
        </div>
      </Shelf>
      <Buttons />
      <Shelf title="Coin">
        <div className="flex items-end gap-3">
          {['size-4', 'size-6', 'size-10', 'size-16', 'size-24'].map((size) => (
            <Coin key={size} className={size} />
          ))}
        </div>
      </Shelf>
    </>
  );
}

function Buttons() {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Shelf title="Buttons">
      <Line>
        <Button look="coin">Place Bid</Button>
        <Button look="coin" busy>
          Pay Entry Fee (50 coin)
        </Button>
        <Button look="coin" disabled>
          Pay the entry fee first
        </Button>
      </Line>
      <Line>
        <Button look="ink" busy={isBusy} busyText="Processing..." onClick={() => setIsBusy(true)}>
          Register
        </Button>
        <Button look="ink" busy busyText="Processing...">
          Register
        </Button>
        <Button look="ink" disabled>
          Resend in 0:42
        </Button>
      </Line>
      <Line>
        <Button look="line">View Winner</Button>
        <Button look="danger">Delete Account</Button>
        <Button look="soft">Ticket bought</Button>
        <Button look="ghost">Cancel</Button>
        <Button look="line" size="sm">
          See auctions
        </Button>
      </Line>
      <Stage>
        <Line>
          <Button look="coin">Spin</Button>
          <Button look="line">Details</Button>
          <Button look="line" disabled>
            Sold out
          </Button>
        </Line>
      </Stage>
      <Line>
        <Chip>product</Chip>
        <Chip look="ok">shipped</Chip>
        <Chip look="warn">pending</Chip>
        <Chip look="bad">Outbid</Chip>
        <Chip look="hot">started</Chip>
        <Chip look="brand">2</Chip>
        <Chip look="coin">1 spin left</Chip>
      </Line>
      <Caption>Gold buttons spend or move coins. Everything else is ink.</Caption>
    </Shelf>
  );
}

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
              item={{ name: 'iPhone 15 Pro Max', category: 'product', image: '' }}
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
