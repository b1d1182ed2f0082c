import type { LoadResult } from '../result.ts';
import { renderBody } from './body.ts';
import { area, inLegend, xIn, yOf } from './plot.ts';
import type { Plot } from './series.ts';

/** A phone shows the drawing smaller, so its texts are larger. */
const PHONE_WIDTH = 720;
const main = document.querySelector('main') as HTMLElement;
const own = readEmbedded(document) as LoadResult;

function readEmbedded(from: Document): LoadResult | null {
  const text = from.getElementById('copup-load')?.textContent;
  return text ? (JSON.parse(text) as LoadResult) : null;
}

/** Shows the values of a point under the pointer, or of the one that the arrow keys choose. */
function followPointer(figure: HTMLElement): void {
  const plot = JSON.parse(figure.dataset.plot ?? '') as Plot & { top: number };
  const pad = figure.querySelector('.pad') as HTMLElement;
  const svg = figure.querySelector('svg') as SVGElement;
  const cursor = figure.querySelector('.cursor') as SVGGElement;
  const keys = [...figure.querySelectorAll('.key b')];
  const series = inLegend(plot.series);
  const last = plot.points.length - 1;
  let at = -1;
  const number = (value: number | null) =>
    value === null ? '–' : value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 });
  const unit = plot.unit === '' ? '' : ` ${plot.unit}`;

  function show(point: number): void {
    at = point;
    for (const [nth, { values }] of series.entries()) {
      const key = keys[nth];
      const known = values.filter((value) => value !== null);
      const text =
        point < 0
          ? known.length === 0
            ? '–'
            : `up to ${number(Math.max(...known))}${nth === 0 ? unit : ''}`
          : `${number(values[point] ?? null)}${nth === 0 ? unit : ''}`;
      if (key) key.textContent = text;
    }
    const said = series.map(
      ({ name, values }) => `${name} ${number(values[Math.max(0, point)] ?? null)}${unit}`,
    );
    pad.setAttribute('aria-valuenow', String(Math.max(0, point) + 1));
    pad.setAttribute('aria-valuetext', `${plot.points[Math.max(0, point)]}: ${said.join(', ')}`);
    cursor.innerHTML = point < 0 ? '' : mark(point);
  }

  function mark(point: number): string {
    const x = xIn(plot, point);
    const text = plot.points[point] ?? '';
    const isPhone = innerWidth < PHONE_WIDTH;
    const width = text.length * (isPhone ? 11.5 : 7) + 16;
    const left = Math.min(Math.max(x - width / 2, 2), area.width - width - 2);
    const dots = plot.series.map(({ values, line }) => {
      const value = values[point] ?? null;
      return value === null || plot.kind === 'bars'
        ? ''
        : `<circle class="${line}" cx="${x}" cy="${yOf(value, plot.top)}" r="${line === 'main' ? 5 : 3.5}"/>`;
    });
    return `<path d="M${x} ${area.top}V${area.bottom}"/>${dots.join('')}<rect x="${left}" y="${area.bottom - 1}" width="${width}" height="${isPhone ? 31 : 24}" rx="8"/><text x="${left + width / 2}" y="${area.bottom + (isPhone ? 22 : 16)}" text-anchor="middle">${text}</text>`;
  }

  function pointUnder(event: PointerEvent): number {
    const { left, width } = svg.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * area.width;
    const share = (x - area.left) / (area.right - area.left);
    const point = plot.kind === 'bars' ? Math.floor(share * plot.points.length) : Math.round(share * last);
    return Math.max(0, Math.min(last, point));
  }

  const steps: Record<string, (from: number) => number> = {
    ArrowLeft: (from) => from - 1,
    ArrowDown: (from) => from - 1,
    ArrowRight: (from) => from + 1,
    ArrowUp: (from) => from + 1,
    PageDown: (from) => from - 10,
    PageUp: (from) => from + 10,
    Home: () => 0,
    End: () => last,
  };
  svg.addEventListener('pointermove', (event) => show(pointUnder(event)));
  svg.addEventListener('pointerdown', (event) => show(pointUnder(event)));
  svg.addEventListener('pointerleave', (event) => {
    // A finger that leaves keeps its point on the screen.
    if (event.pointerType === 'mouse') show(-1);
  });
  pad.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      show(Math.max(0, Math.min(last, step(at))));
    } else if (event.key === 'Escape') show(-1);
  });
  pad.addEventListener('blur', () => show(-1));
  for (const [name, value] of Object.entries({
    role: 'slider',
    tabindex: '0',
    'aria-valuemin': '1',
    'aria-valuemax': String(last + 1),
  }))
    pad.setAttribute(name, value);
  show(-1);
}

/** Reads a report or a result file. Throws if it is neither. */
async function readChosen(file: File): Promise<LoadResult> {
  const text = await file.text();
  const isJson = text.trimStart().startsWith('{');
  const found = isJson
    ? (JSON.parse(text) as LoadResult)
    : readEmbedded(new DOMParser().parseFromString(text, 'text/html'));
  if (found?.format !== 'copup-load-1') throw new Error('not a load report');
  return found;
}

async function choose(input: HTMLInputElement): Promise<void> {
  const file = input.files?.[0];
  if (!file) return;
  try {
    render(await readChosen(file));
    say('The runs are compared.');
    main.querySelector('h2')?.scrollIntoView();
  } catch {
    say(`${file.name} is no load report.`);
  }
}

function say(text: string): void {
  const status = main.querySelector('[data-status]');
  if (status) status.textContent = text;
}

async function copyCommand(button: HTMLButtonElement): Promise<void> {
  const code = main.querySelector('code') as HTMLElement;
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    // Without the clipboard the text is selected, so that the keyboard can copy it.
    getSelection()?.selectAllChildren(code);
  }
}

function render(before: LoadResult | null): void {
  main.innerHTML = renderBody(own, before);
  activate();
}

function activate(): void {
  for (const figure of main.querySelectorAll<HTMLElement>('[data-plot]')) followPointer(figure);
  const input = main.querySelector<HTMLInputElement>('[data-choose]');
  input?.addEventListener('change', () => void choose(input));
  main.querySelector('[data-alone]')?.addEventListener('click', () => render(null));
  const copy = main.querySelector<HTMLButtonElement>('[data-copy]');
  copy?.addEventListener('click', () => void copyCommand(copy));
}

addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll('details')) folded.open = true;
});
activate();
