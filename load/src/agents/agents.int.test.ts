import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { asOperator, type LoadServer, openLoadServer } from '../load-server.fixture.ts';
import { parseOptions } from '../options.ts';
import type { LoadResult } from '../result.ts';
import { type RunView, runLoad } from '../run-load.ts';

withoutAudit();

const secret = 'a secret of the machines';
const program = fileURLToPath(new URL('../load.main.ts', import.meta.url));
let server: LoadServer;
const running: AgentProcess[] = [];

beforeAll(async () => {
  server = await openLoadServer();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((agent) => agent.end('SIGTERM')));
});
afterAll(async () => {
  await server.close();
});

interface AgentProcess {
  address: string;
  /** Resolves when the agent has printed the text. */
  prints(text: string): Promise<void>;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts an agent on a free port, as its own process. */
async function startAgent(): Promise<AgentProcess> {
  const child = spawn(process.execPath, [program, 'agent', '--listen', '127.0.0.1:0'], {
    env: { ...process.env, NODE_OPTIONS: '', COPUP_LOAD_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const prints = async (text: string) => {
    while (!lines.some((line) => line.includes(text))) await once(reader, 'line');
  };
  await prints('Waiting for runs');
  const agent: AgentProcess = {
    address: /on (.*)\.$/.exec(lines[0] ?? '')?.[1] ?? '',
    prints,
    async end(signal) {
      child.kill(signal);
      const [code] = await exited;
      return code;
    },
  };
  running.push(agent);
  return agent;
}

const view: RunView = { status() {}, second() {} };

function run(
  agents: readonly string[],
  own: RunView = view,
  env = { COPUP_LOAD_SECRET: secret },
): Promise<LoadResult> {
  const sizes = '--clients 24 --rooms 2 --rate 20 --duration 3s --ramp 200ms --workers 1 --seed 3';
  const as = [...asOperator, '--url', server.app.url];
  const on = agents.length === 0 ? [] : ['--agents', agents.join()];
  const command = parseOptions(
    ['watch', ...sizes.split(' '), ...as, '--database', server.database.url, ...on],
    env,
  );
  if (command.kind !== 'run') throw new Error('not a run');
  return runLoad(command.options, '', own, new AbortController().signal);
}

const sent = ({ totals }: LoadResult) =>
  Object.values(totals.outcomes).reduce((sum, count) => sum + count, 0);

it('three agents send what one driver sends, and their verdict and counts are the same', {
  tags: ['full'],
}, async () => {
  const agents = await Promise.all([startAgent(), startAgent(), startAgent()]);
  const [one, three] = [await run([]), await run(agents.map(({ address }) => address))];
  for (const { verdict, isPassed, stopped } of [one, three]) {
    expect(stopped).toBeNull();
    expect(verdict.violations).toEqual([]);
    expect(isPassed).toBe(true);
  }
  expect(sent(three)).toBe(sent(one));
  expect(three.totals.sockets).toBe(one.totals.sockets);
  expect(three.verdict.compared).toBe(one.verdict.compared);
  expect(one.agents).toBeUndefined();
  const parts = three.agents ?? [];
  expect(parts.map(({ address }) => address)).toEqual(agents.map(({ address }) => address));
  // Each sent its part, and the parts make the whole.
  for (const { bid, join } of parts) {
    expect(bid.count).toBeGreaterThan(0);
    expect(join.count).toBeGreaterThan(0);
  }
  const sum = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((total, part) => total + of(part), 0);
  expect(sum(({ bid }) => bid.count)).toBe(three.latencies.bid.count);
  expect(three.latencies.bid.count).toBe(sent(three));
  expect(sum(({ join }) => join.count)).toBe(three.totals.joins);
  expect(three.latencies.bid.max).toBe(Math.max(...parts.map(({ bid }) => bid.max)));
  // One clock: the offset is within the error of its measurement.
  for (const { clockOffsetMs, roundTripMs } of parts)
    expect(Math.abs(clockOffsetMs)).toBeLessThanOrEqual(roundTripMs / 2 + 1);
  expect(await server.openRealms()).toBe(0);
});

it('an agent that ends leaves a result of the others, and no realm', { tags: ['full'] }, async () => {
  const agents = await Promise.all([startAgent(), startAgent()]);
  const result = await run(
    agents.map(({ address }) => address),
    {
      ...view,
      second: (tally) => {
        if (tally.totals.accepted > 0) void agents[1]?.end('SIGKILL');
      },
    },
  );
  expect(result.stopped).toMatchObject({ kind: 'failed', phase: 'running' });
  expect(result.stopped?.reason).toContain(`The agent ${agents[1]?.address} (--agents) was lost`);
  expect(result.totals.accepted).toBeGreaterThan(0);
  expect(await server.openRealms()).toBe(0);
  // The other one is free again.
  await agents[0]?.prints('The run has ended.');
});

it('an agent refuses a coordinator without the secret, and ends with its signal', {
  tags: ['full'],
}, async () => {
  const agent = await startAgent();
  const result = await run([agent.address], view, { COPUP_LOAD_SECRET: 'another secret of machines' });
  expect(result.stopped).toMatchObject({ kind: 'failed', phase: 'set-up' });
  expect(result.stopped?.reason).toContain('its COPUP_LOAD_SECRET is another one');
  expect(result.realm?.id).toBeNull();
  await agent.prints('it does not know the secret');
  // A peer that begins with a call instead of the proof is refused as well.
  const socket = new WebSocket(`ws://${agent.address}`);
  await once(socket, 'message');
  socket.send(Buffer.from('start'));
  const [code] = await once(socket, 'close');
  expect(code).toBe(4_401);
  expect(await agent.end('SIGTERM')).toBe(0);
});

it('an agent serves one run at a time', { tags: ['full'] }, async () => {
  const agent = await startAgent();
  const results = await Promise.all([run([agent.address]), run([agent.address])]);
  const stopped = results.map((result) => result.stopped?.reason ?? 'passed').sort();
  expect(stopped).toEqual([expect.stringContaining('busy with another run'), 'passed']);
});
