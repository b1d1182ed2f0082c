// @module-tag full
import type { OpsState } from '@copup/shared/ops.ts';
import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { RoomDrift, RoomTrace, RoomTraceEvent, RoomTraceServer } from '@copup/shared/room-trace.ts';
import { describe, expect, it } from 'vitest';
import { desktop } from '../support/browser.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import { longName, longNamed, ngozi } from './staged-page.ts';

const stage = new Stage();
const ROOM = 'auction:1001';
const ADDRESS = `${operatorPath(operatorPaths.rooms)}/${encodeURIComponent(ROOM)}`;
const API = `/admin/rooms/${encodeURIComponent(ROOM)}/trace`;
const FROM = Date.parse('2026-11-20T14:00:00Z');
const LENGTH_MS = 600_000;

const server = (id: string, change: Partial<RoomTraceServer> = {}): RoomTraceServer => ({
  id,
  state: 'answered',
  seenAt: FROM + LENGTH_MS,
  from: FROM,
  isCut: false,
  members: 40,
  cards: 2,
  ...change,
});

/** Ten minutes: a join each second, frames and bids twice a second, and a storm of reconnects in the middle. */
function recorded(): RoomTraceEvent[] {
  const events: RoomTraceEvent[] = [];
  for (let second = 0; second < LENGTH_MS / 1_000; second += 1) {
    const at = FROM + second * 1_000;
    const user = `p${1 + (second % 90)}`;
    const isStorm = second >= 300 && second < 310;
    const own = second % 2;
    events.push({ at, server: own, event: isStorm ? 'reconnect' : 'join', user });
    const isRefused = second % 5 === 4;
    events.push({
      at: at + 200,
      server: own,
      event: 'command',
      user,
      command: 'bid',
      ms: 8 + (second % 7),
      ...(isRefused
        ? { result: 'ALREADY_LEADING' }
        : { result: 'accepted', price: 1_000 + second * 5, seq: second }),
    });
    const frame = { event: 'frame', version: second, bytes: 262, recipients: 40 + second } as const;
    events.push({ at: at + 240, server: 0, ...frame, ms: isStorm ? 900 : 20 + (second % 9) });
    events.push({ at: at + 250, server: 1, ...frame, ms: 31 });
    if (second % 3 === 2) events.push({ at: at + 700, server: own, event: 'close', user });
  }
  return events;
}

function traceOf(change: Partial<RoomTrace> = {}): { json: RoomTrace } {
  const events = change.events ?? recorded();
  return {
    json: {
      format: 'copup-room-trace-1',
      room: ROOM,
      kind: 'auction',
      name: longName,
      from: FROM,
      to: FROM + LENGTH_MS,
      minutes: 15,
      isWhole: true,
      servers: [server('a'), server('b')],
      users: 90,
      count: events.length,
      ...change,
      events,
    },
  };
}

async function openOperator() {
  const { staged } = await stage.open({ ...ngozi, role: 1 });
  staged.answer('/admin/overview', { json: { queues: [], server_time: new Date(FROM).toISOString() } });
  await stage.page.setViewportSize(desktop);
  return { staged, page: stage.page };
}

describe('O2 the replay of a room', () => {
  it('shows the moment: sockets, price, lags and events, after a jump, a step and while it plays', async () => {
    const { staged, page } = await openOperator();
    staged.answer(API, traceOf());
    await page.goto(ADDRESS);
    await page.getByRole('heading', { name: longName, level: 1 }).waitFor();
    const facts = page.getByLabel('Room at this moment');
    const moment = page.getByRole('slider', { name: 'Moment' });
    await facts.getByText('84', { exact: true }).waitFor();
    await moment.focus();
    await page.keyboard.press('ArrowRight');
    await page.getByText('0:01.0').first().waitFor();
    await page.keyboard.press('End');
    await page.getByText('3,990', { exact: true }).waitFor();
    await page.keyboard.press('Home');
    await page.getByText('0:00.0').first().waitFor();
    expect(await page.getByRole('button', { name: 'Previous event' }).isDisabled()).toBe(true);
    const next = page.getByRole('button', { name: 'Next event' });
    await next.click();
    await next.click();
    const current = page.getByRole('region', { name: 'Events' }).locator('[aria-current=step]');
    await current.getByText('p1 bid 1,000 coins').waitFor();
    await page.getByRole('button', { name: 'Previous event' }).click();
    await current.getByText('p1 joined').waitFor();
    // Space plays and pauses.
    await moment.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await page.getByRole('radio', { name: '60×' }).check();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    // Ten minutes are over in ten seconds.
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor({ timeout: 30_000 });
    await page.getByText('3,990', { exact: true }).waitFor();
    await moment.fill('305500');
    await page.getByText('5:05.5').first().waitFor();
    await facts.getByText('900 ms').waitFor();
    await look(page, 'room-trace', { fullPage: true });
  });

  it('says which servers are missing and what was dropped', async () => {
    const { staged, page } = await openOperator();
    const servers = [
      server('a', { isCut: true }),
      server('b'),
      server('c', { state: 'silent', members: 0, cards: 0 }),
      server('d', { state: 'gone', seenAt: FROM + 60_000, members: 0, cards: 0 }),
    ];
    staged.answer(API, traceOf({ servers, isWhole: false }));
    await page.goto(ADDRESS);
    await page.getByText('1 server did not answer').waitFor();
    await page.getByText('1 server stopped in these minutes').waitFor();
    await page.getByText('Earlier events were dropped').waitFor();
    await page.getByText('One server only').waitFor();
    await look(page, 'room-trace-missing', { fullPage: true });
  });

  it('is empty for a room where nothing happened, or while rooms are not recorded', async () => {
    const { staged, page } = await openOperator();
    const nothing = { events: [], users: 0, from: FROM, to: FROM + 900_000 };
    staged.answer(API, traceOf(nothing));
    await page.goto(ADDRESS);
    await page.getByText('Nothing happened in this room').waitFor();
    expect(await page.getByRole('button', { name: 'Export trace' }).count()).toBe(0);
    await look(page, 'room-trace-empty');
    staged.answer(API, traceOf({ ...nothing, minutes: 0, to: FROM + 1 }));
    await page.getByRole('button', { name: 'Read until now' }).click();
    await page.getByText('Rooms are not recorded').waitFor();
  });

  it('loads, fails and is read again', async () => {
    const { staged, page } = await openOperator();
    staged.answer(API, 'never');
    await page.goto(ADDRESS);
    await page.getByText('Loading...').first().waitFor();
    await look(page, 'room-trace-loading');
    staged.answer(API, { status: 503, json: { code: 'BUSY', message: 'Busy' } });
    await page.reload();
    await page.getByRole('alert').waitFor();
    await look(page, 'room-trace-error');
    staged.answer(API, traceOf());
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('slider', { name: 'Moment' }).waitFor();
  });
});

describe('O6 states that differed', () => {
  it('stand above the figures, with their traces, those of one client alone without a warning', async () => {
    const { staged, page } = await openOperator();
    const drift: RoomDrift = {
      ...{
        id: 3,
        found_at: new Date(FROM).toISOString(),
        room: 'auction:1057@card',
        of: 'client',
        how: 'behind',
      },
      ...{ version: 57, expected: 1_058, server: 'server-b1a2', username: longNamed.username },
      ...{ is_confirmed: false, has_trace: true },
    };
    const drifts = [
      { ...drift, id: 5, of: 'server' as const, how: 'differs' as const, username: null, is_confirmed: true },
      { ...drift, id: 4, is_confirmed: true, username: null, has_trace: false },
      drift,
    ];
    staged.answer('/admin/room-drifts', { json: { drifts } });
    const traffic = {
      sockets: 204,
      joins: 1,
      updates: 12,
      messages: 410,
      bytes: 90_000,
      emit: null,
      client: null,
    };
    const total = { ...traffic, commands: 8, commandsRefused: 0, guardStops: 0, reconnects: 0 };
    const servers = [{ ...total, id: 'server-b1a2', cpu: 0.04, loop: 0.03 }];
    const state: OpsState = {
      ...{ at: Date.now(), goalMs: 150, isWhole: true, total, servers, rooms: [], roomCount: 0, queues: [] },
    };
    staged.socket.set('ops:metrics', state);
    await page.goto(operatorPath(operatorPaths.rooms));
    await page.getByRole('button', { name: 'Pause', disabled: false }).waitFor();
    await page.getByText('Server server-b1a2: another state of version 57').first().waitFor();
    await page.getByText('at version 57, not 1058, alone').first().waitFor();
    await look(page, 'room-drifts');
  });
});
