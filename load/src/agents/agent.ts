import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Child } from '@copup/testkit/child.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import { causeOf } from '../errors.ts';
import { nowMs } from '../room-socket.ts';
import type { WorkerCalls } from '../worker.main.ts';
import {
  type AgentReply,
  type AgentRequest,
  CLOSE,
  decode,
  encode,
  MAX_MESSAGE_BYTES,
  proofOf,
} from './protocol.ts';

const program = new URL('../worker.main.ts', import.meta.url);
const PROOF_TIMEOUT_MS = 5_000;

export interface Agent {
  port: number;
  /** Ends the run's workers, too. */
  close(): Promise<void>;
}

/** Listens for runs, one at a time, whose coordinator knows the secret, and runs its workers. */
export async function startAgent(
  { host, port, secret }: { host: string; port: number; secret: string },
  log: (text: string) => void,
): Promise<Agent> {
  const server = new WebSocketServer({ host, port, maxPayload: MAX_MESSAGE_BYTES });
  await once(server, 'listening');
  let current: WebSocket | undefined;
  server.on('connection', async (socket, { socket: { remoteAddress } }) => {
    socket.on('error', () => socket.terminate());
    if (!(await knowsSecret(socket, secret))) {
      log(`Refused ${remoteAddress}: it does not know the secret.`);
      socket.close(CLOSE.badSecret);
    } else if (current) {
      socket.close(CLOSE.busy);
    } else {
      current = socket;
      log(`A run of ${remoteAddress} begins.`);
      await serveRun(socket);
      current = undefined;
      log('The run has ended.');
    }
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of server.clients) socket.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function knowsSecret(socket: WebSocket, secret: string): Promise<boolean> {
  const challenge = randomBytes(32).toString('hex');
  socket.send(challenge);
  try {
    const [proof] = (await once(socket, 'message', { signal: AbortSignal.timeout(PROOF_TIMEOUT_MS) })) as [
      Buffer,
    ];
    const expected = proofOf(secret, challenge);
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  } catch {
    return false;
  }
}

/** Runs the workers of one run. Resolves when the connection has ended, and with it the workers. */
async function serveRun(socket: WebSocket): Promise<void> {
  const workers: Child<WorkerCalls>[] = [];
  const send = (reply: AgentReply) => socket.send(encode(reply), () => undefined);
  const startWorkers = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      const child = new Child<WorkerCalls>(program, { onNotice: (value) => send({ worker: at, value }) });
      child.lost.catch((error: Error) => send({ worker: at, error: error.message }));
      workers.push(child);
    }
    await Promise.all(workers.map((child) => child.started));
  };
  const answer = ({ worker, name, argument }: AgentRequest): unknown => {
    if (name === 'clock') return nowMs();
    if (name === 'start') return startWorkers(argument as number);
    return workers[worker ?? -1]?.call(name as keyof WorkerCalls, argument as never);
  };
  socket.on('message', async (data) => {
    const request = decode<AgentRequest>(data);
    try {
      send({ id: request.id, value: await answer(request) });
    } catch (error) {
      send({ id: request.id, error: causeOf(error) });
    }
  });
  const ended = once(socket, 'close');
  // The coordinator sends calls once its proof is accepted.
  send({});
  await ended;
  await Promise.all(workers.map((child) => child.end('SIGKILL')));
}
