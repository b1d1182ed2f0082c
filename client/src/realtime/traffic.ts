import type { Manager } from 'socket.io-client';

/** Traffic of the page's sockets since it was loaded, in characters, which equal bytes except for non-ASCII text. */
export interface Traffic {
  received: number;
  sent: number;
}

const traffic: Traffic = { received: 0, sent: 0 };

/** Every packet has one leading character for its type. */
const sizeOf = (data: unknown) => 1 + (typeof data === 'string' ? data.length : 0);

/** Counts the traffic of each connection that the manager opens. */
export function countTraffic(manager: Manager): void {
  manager.on('open', () => {
    manager.engine.on('packet', ({ data }: { data?: unknown }) => {
      traffic.received += sizeOf(data);
    });
    manager.engine.on('packetCreate', ({ data }: { data?: unknown }) => {
      traffic.sent += sizeOf(data);
    });
  });
}

export function readTraffic(): Traffic {
  return { ...traffic };
}
