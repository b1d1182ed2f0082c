import type { OpsHistory, OpsPoint } from '@copup/shared/ops.ts';

const SECONDS = 600;
const MINUTES = 1_440;
const MINUTE_MS = 60_000;

type Point = OpsPoint;

/** Ten minutes by second, a day by minute; the figures of a minute are the means of its seconds, except p99. */
export class History {
  readonly #seconds: Point[] = [];
  readonly #minutes: Point[] = [];
  #minute: Point[] = [];

  add(point: Point): void {
    const second = { ...point, at: point.at - (point.at % 1_000) };
    this.#seconds.push(second);
    if (this.#seconds.length > SECONDS) this.#seconds.shift();
    const first = this.#minute[0];
    if (first && minuteOf(first) !== minuteOf(second)) {
      this.#minutes.push({ ...meanOf(this.#minute), at: minuteOf(first) });
      if (this.#minutes.length > MINUTES) this.#minutes.shift();
      this.#minute = [];
    }
    this.#minute.push(second);
  }

  read(): OpsHistory {
    return { seconds: [...this.#seconds], minutes: [...this.#minutes] };
  }
}

/** Returns the sum over servers for each moment; servers without a value for the moment are left out. */
export function mergeHistories(histories: readonly OpsHistory[]): OpsHistory {
  return {
    seconds: merge(histories.map(({ seconds }) => seconds)).slice(-SECONDS),
    minutes: merge(histories.map(({ minutes }) => minutes)).slice(-MINUTES),
  };
}

function merge(all: readonly (readonly Point[])[]): Point[] {
  const byMoment = new Map<number, Point>();
  for (const points of all) {
    const seen = new Set<number>();
    for (const point of points) {
      // Two ticks of one server may fall into one second: the first is used.
      if (seen.has(point.at)) continue;
      seen.add(point.at);
      const before = byMoment.get(point.at);
      byMoment.set(point.at, before ? addPoints([before, point]) : point);
    }
  }
  return [...byMoment.values()].sort((a, b) => a.at - b.at);
}

function addPoints(points: readonly Point[]): Point {
  const sum = (of: (point: Point) => number) => points.reduce((total, point) => total + of(point), 0);
  const p99s = points.flatMap(({ p99 }) => p99 ?? []);
  return {
    at: points[0]?.at ?? 0,
    sockets: sum(({ sockets }) => sockets),
    messages: sum(({ messages }) => messages),
    bytes: sum(({ bytes }) => bytes),
    p99: p99s.length === 0 ? null : Math.max(...p99s),
    commands: sum(({ commands }) => commands),
    commandsRefused: sum(({ commandsRefused }) => commandsRefused),
    guardStops: sum(({ guardStops }) => guardStops),
    reconnects: sum(({ reconnects }) => reconnects),
  };
}

function meanOf(points: readonly Point[]): Point {
  const sum = addPoints(points);
  const mean = (total: number) => Math.round((total * 10) / points.length) / 10;
  return {
    at: sum.at,
    p99: sum.p99,
    sockets: Math.round(mean(sum.sockets)),
    messages: mean(sum.messages),
    bytes: Math.round(mean(sum.bytes)),
    commands: mean(sum.commands),
    commandsRefused: mean(sum.commandsRefused),
    guardStops: mean(sum.guardStops),
    reconnects: mean(sum.reconnects),
  };
}

const minuteOf = ({ at }: Point): number => at - (at % MINUTE_MS);
