import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Systems use higher ports for outgoing connections, which could collide.
const firstEphemeralPort = 32_768;
const attempts = 200;

/** Returns the first free port of 127.0.0.1 from `from` on. Another program may take it before its use; then retry. */
export async function findFreePort(from: number): Promise<number> {
  for (let port = from; port < Math.min(from + attempts, firstEphemeralPort); port++) {
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No port is free between ${from} and ${Math.min(from + attempts, firstEphemeralPort)}`);
}

/** Returns a random free port, for servers that exist for one run only. */
export async function findRandomPort(): Promise<number> {
  return findFreePort(randomInt(20_000, 24_000) + randomInt(0, 40) * 200);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
