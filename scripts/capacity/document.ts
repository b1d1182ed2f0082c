import { findCrossings, type Machines } from './limits.ts';
import { type Assumptions, type Inputs, plan } from './model.ts';
import { drivers, markdownTable, needs, sourceRows, stepTexts } from './report.ts';
import type { Source, UnitCosts } from './unit-costs.ts';

const BEGIN = '<!-- capacity: begin -->';
const END = '<!-- capacity: end -->';
/** Number of sockets of each column of the table. */
const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const SHOWN_DRIVERS = 8;

interface DocumentOptions {
  inputs: Inputs;
  assumed: Assumptions;
  machines: Machines;
  costs: UnitCosts;
  sources: readonly Source[];
  texts: readonly string[];
}

/** Returns the generated part of docs/capacity.md. Rooms and bids are in proportion to `inputs`. */
export function capacitySection({
  inputs,
  assumed,
  machines,
  costs,
  sources,
  texts,
}: DocumentOptions): string {
  const plans = SIZES.map((sockets) => {
    const scale = sockets / inputs.sockets;
    const scaled = {
      sockets,
      rooms: Math.max(1, Math.round(inputs.rooms * scale)),
      bidsADay: inputs.bidsADay * scale,
    };
    const found = plan(scaled, assumed, costs);
    return { found, needs: needs(found, scaled) };
  });
  const rows = (plans[0]?.needs ?? []).map(([what], at) => [
    what,
    ...plans.map((each) => each.needs[at]?.[1] ?? ''),
  ]);
  const crossings = findCrossings(inputs, SIZES, assumed, machines, costs);
  const largest = plans.at(-1)?.found;
  return [
    '## Resources for each size',
    '',
    markdownTable(['', '1 k', '10 k', '100 k', '1 M'], rows),
    '',
    '## The first limits',
    '',
    stepTexts(SIZES, crossings).join('\n\n'),
    '',
    '## CPU by cause at the largest size',
    '',
    markdownTable(['cause', 'share', 'at the peak'], largest ? drivers(largest).slice(0, SHOWN_DRIVERS) : []),
    '',
    '## Assumptions',
    '',
    ...texts.map((text) => `- \`${text.replace(': ', '`: ')}`),
    '',
    '## Unit costs',
    '',
    markdownTable(['unit cost', 'median', 'rounds', 'file', 'date'], sourceRows(sources)),
  ].join('\n');
}

/** Replaces the text between the markers. */
export function withSection(text: string, section: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/capacity.md lacks ${BEGIN} or ${END}.`);
  return `${text.slice(0, begin)}${BEGIN}\n${section}\n${text.slice(end)}`;
}
