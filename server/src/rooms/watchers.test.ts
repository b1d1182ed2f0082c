import { expect, it } from 'vitest';
import { Watchers } from './watchers.ts';

const SECONDS = 60;

/** Servers in one room that receive each other's messages; returns the messages received a second. */
function run(servers: number) {
  let nowMs = 0;
  let received = 0;
  const all = Array.from({ length: servers }, (_, at): Watchers => {
    const announce = (room: string, count: number, isNew: boolean) => {
      for (const other of all)
        if (other !== all[at]) {
          received += 1;
          other.receive(room, `server ${at}`, count, isNew);
        }
    };
    return new Watchers({ nowMs: () => nowMs, announce, onChange: () => {} });
  });
  const pass = (seconds: number, each: (watchers: Watchers, at: number) => void = () => {}) => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1_000;
      for (const [at, watchers] of all.entries()) {
        each(watchers, at);
        watchers.tick();
      }
    }
  };
  for (const watchers of all) watchers.setLocal('auction:1', 1);
  pass(SECONDS);
  return { all, pass, total: (at: number) => all[at]?.total('auction:1'), received: () => received };
}

it.each([2, 10, 40])(
  'A9 %s servers agree on the number of watchers, and drop that of a silent server',
  (servers) => {
    const { all, pass, total } = run(servers);
    expect(total(0)).toBe(servers);
    all[1]?.setLocal('auction:1', 5);
    pass(5);
    expect(total(0)).toBe(servers + 4);
    all.splice(1, 1);
    pass(3 * Math.max(10, servers));
    expect(total(0)).toBe(servers - 1);
  },
);

it('A9 the messages about a room grow with its servers, not with their square', () => {
  const perServer = (servers: number) => {
    const { pass, received } = run(servers);
    const before = received();
    let count = 1;
    pass(SECONDS, (watchers) => {
      count += 1;
      watchers.setLocal('auction:1', count);
    });
    return (received() - before) / servers / SECONDS;
  };
  expect(perServer(80)).toBeLessThan(1.2 * perServer(10));
});
