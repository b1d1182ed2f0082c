import { useState } from 'react';
import { Coin } from '../ui/art/coin.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Money } from '../ui/money.tsx';
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
      <Shelf title="Coin and money">
        <div className="flex items-end gap-3">
          {['size-4', 'size-6', 'size-10', 'size-16', 'size-24'].map((size) => (
            <Coin key={size} className={size} />
          ))}
        </div>
        <Line>
          <Money amount={14_820} size="xl" nairaPerCoin={100} />
        </Line>
        <Line>
          <Money amount={1_284_550} size="xl" />
        </Line>
        <Line>
          <Money amount={14_820} size="lg" />
          <Money amount={960} size="md" />
          <Money amount={50} size="sm" />
          <Money amount={14_820} size="lg" isHidden nairaPerCoin={90} />
          <Money amount={null} size="lg" />
        </Line>
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
          Place Bid
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
          Register
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
            Details
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
