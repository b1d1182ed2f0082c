import { Signal } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatBytes } from '../lib/format-bytes.ts';
import { readStored, writeStored } from '../lib/stored.ts';
import { browserSavesData, isThrifty, saverKey } from '../lib/thrift.ts';
import { useServerNow } from '../realtime/index.ts';
import { Switch } from '../ui/switch.tsx';
import type { DataKind } from './data-meter.ts';
import { readDataUse, startMeter } from './measure.ts';

const kinds: [kind: DataKind, name: string][] = [
  ['updates', 'Live updates'],
  ['requests', 'Requests'],
  ['pictures', 'Pictures'],
  ['files', 'The app’s files, once'],
];

/** The data saver with its switch, and how much data the app uses (D5, D6). */
export function SaverCard() {
  const [isOn, setIsOn] = useState(isThrifty);
  useEffect(startMeter, []);
  // Once a second.
  useServerNow();
  const { byKind, total, anHour } = readDataUse();
  const change = (next: boolean) => {
    writeStored(saverKey, next ? 'on' : 'off');
    setIsOn(next);
  };
  return (
    <section className="grid gap-3 rounded-lg bg-surface px-3.5 py-3.5 shadow-2">
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-[12px] bg-brand-soft text-brand">
          <Signal size={20} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="text-base">
            <label htmlFor="saver">Data saver</label>
          </h2>
          <p className="text-sm text-ink-2">
            Prices update once a second. Pictures load when you tap them.
            {isOn && readStored(saverKey) === null && browserSavesData() ? ' Your browser asks for it.' : ''}
          </p>
        </div>
        <Switch id="saver" isOn={isOn} onChange={change} />
      </div>
      <div className="border-t border-line pt-3">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <b className="font-display text-money-md" data-testid="data-an-hour">
            {anHour === undefined ? 'Measuring' : `${formatBytes(anHour)} an hour`}
          </b>
          <span className="text-sm text-ink-2">
            {anHour === undefined ? 'Ready after a minute' : 'At the pace of the last minutes'}
          </span>
        </p>
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-sm">
          {kinds.map(([kind, name]) => (
            <div key={kind} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd className="text-right tabular-nums">{formatBytes(byKind[kind])}</dd>
            </div>
          ))}
          <dt className="font-semibold">Since you opened Copup</dt>
          <dd className="text-right font-semibold tabular-nums">{formatBytes(total)}</dd>
        </dl>
      </div>
    </section>
  );
}
