import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Above this, systems take ports for outgoing connections, and one of those would collide some day.
const firstEphemeralPort = 32_768;
const attempts = 200;

/** The first free port of 127.0.0.1 from the wanted one on. Another may take it before it is used: retry then. */
export async function findFreePort(from: number): Promise<number> {
  for (let port = from; port < Math.min(from + attempts, firstEphemeralPort); port++) {
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No free port between ${from} and ${Math.min(from + attempts, firstEphemeralPort)}`);
}

/** A free port at a random place, for servers that live only as long as one run. */
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
