import type { Manager } from 'socket.io-client';

/** What has gone over this page's sockets since it was loaded, in characters, which are bytes but for accented names. */
export interface Traffic {
  received: number;
  sent: number;
}

const traffic: Traffic = { received: 0, sent: 0 };

/** Every packet has one character in front that says what it is. */
const sizeOf = (data: unknown) => 1 + (typeof data === 'string' ? data.length : 0);

/** Counts what goes over each line that the manager opens. */
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
