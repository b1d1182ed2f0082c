import type { OpsPoint, OpsState } from '@copup/shared/ops.ts';
import { MetricTile } from '../../ui/metric-tile.tsx';

const SHOWN = 24;
const PER_MINUTE = 60;
/** Fewer reconnects a minute than this are never marked, whatever the usual number. */
const FEW = 10;

export const wholeNumber = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 });

interface MetricTilesProps {
  state: OpsState | undefined;
  points: readonly OpsPoint[];
  /** The last measured p99 from emit to client, in milliseconds. */
  toClient: number | undefined;
}

/** Six figures of all servers, each with its recent values. */
export function MetricTiles({ state, points, toClient }: MetricTilesProps) {
  const recent = points.slice(-SHOWN);
  const of = (read: (point: OpsPoint) => number) => recent.map(read);
  const line = (values: readonly number[]) => ({ points: values, trend: trendOf(values) });
  const { total, goalMs = 0 } = state ?? {};
  const sockets = of((point) => point.sockets);
  const growth = (sockets.at(-1) ?? 0) - (sockets[0] ?? 0);
  const messages = total ? scaled(total.messages) : undefined;
  const measured = recent.flatMap(({ p99: ms }) => ms ?? []);
  // A line needs two points.
  const p99s = measured.length === 1 ? [...measured, ...measured] : measured;
  const p99 = total?.emit?.p99 ?? p99s.at(-1);
  const isSlow = goalMs > 0 && p99 !== undefined && p99 > goalMs;
  const guard = of(guardShare);
  const reconnects = sum(points.slice(-PER_MINUTE).map((point) => point.reconnects));
  const usual = usualReconnects(points.slice(0, -PER_MINUTE));
  const show = (text: string) => (total ? text : null);
  return (
    <section aria-label="Health" className="grid grid-cols-2 gap-2.5 lg:grid-cols-6">
      <MetricTile
        label="Sockets open"
        value={show(wholeNumber.format(total?.sockets ?? 0))}
        aside={growth === 0 ? undefined : `${growth > 0 ? '+' : '−'}${wholeNumber.format(Math.abs(growth))}`}
        {...line(sockets)}
      />
      <MetricTile
        label="Messages out"
        value={messages?.value ?? null}
        unit={messages?.unit}
        {...line(of((point) => point.messages))}
      />
      <MetricTile
        label="Fan-out p99"
        value={total && p99 !== undefined ? wholeNumber.format(p99) : null}
        unit={toClient === undefined ? 'ms' : `ms, ${wholeNumber.format(toClient)} to client`}
        aside={goalMs > 0 ? `goal ${goalMs}` : undefined}
        points={p99s}
        goal={goalMs}
        isAlert={isSlow}
        trend={isSlow ? 'above its goal' : 'below its goal'}
      />
      <MetricTile
        label="Bids accepted"
        value={show(tenths.format(total?.commands ?? 0))}
        unit="/s"
        {...line(of((point) => point.commands))}
      />
      <MetricTile
        label="Price-guard stops"
        value={show(tenths.format(guard.at(-1) ?? 0))}
        unit="%"
        {...line(guard)}
      />
      <MetricTile
        label="Reconnects"
        value={show(wholeNumber.format(reconnects))}
        unit="/min"
        aside={usual === undefined ? undefined : `usual ${wholeNumber.format(usual)}`}
        {...line(of((point) => point.reconnects))}
        isAlert={usual !== undefined && reconnects > FEW && reconnects > 2 * usual}
      />
    </section>
  );
}

function scaled(perSecond: number): { value: string; unit: string } {
  if (perSecond < 1_000) return { value: wholeNumber.format(perSecond), unit: '/s' };
  return { value: tenths.format(perSecond / 1_000), unit: 'k/s' };
}

/** The share of this second's bids, in percent. */
function guardShare({ commands, commandsRefused, guardStops }: OpsPoint): number {
  const all = commands + commandsRefused;
  return all === 0 ? 0 : (guardStops / all) * 100;
}

const sum = (part: readonly number[]) => part.reduce((total, point) => total + point, 0);

/** Returns the mean of a minute; undefined before there is a whole one. */
function usualReconnects(points: readonly OpsPoint[]): number | undefined {
  if (points.length < PER_MINUTE) return undefined;
  return (sum(points.map((point) => point.reconnects)) / points.length) * PER_MINUTE;
}

/** Compares the later half with the earlier one. */
function trendOf(points: readonly number[]): string {
  const half = Math.floor(points.length / 2);
  const [before, after] = [sum(points.slice(0, half)), sum(points.slice(-half))];
  if (half === 0 || Math.abs(after - before) <= before * 0.1) return 'steady';
  return after > before ? 'rising' : 'falling';
}
