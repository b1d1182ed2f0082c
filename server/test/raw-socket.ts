import { once } from 'node:events';
import { SOCKET_PATH } from '@copup/shared/room-names.ts';

export interface RawSocket {
  readonly isOpen: boolean;
  /** Sends one Engine.IO packet. */
  send(packet: string | Uint8Array): void;
  /** Sends an event without an acknowledgement. */
  emit(event: string, payload: unknown): void;
  /** Sends an event; resolves with its acknowledgement, or undefined when the server closed the socket instead. */
  emitWithAck(event: string, payload: unknown, timeoutMs: number): Promise<unknown>;
  close(): void;
}

/**
 * Opens a socket with hand-written Socket.IO packets, for data that a correct client would not send. Resolves when the
 * server admitted it.
 */
export async function connectRaw(url: string, token: string): Promise<RawSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`);
  const waiting = new Map<number, (ack: unknown) => void>();
  const events = new EventTarget();
  let next = 0;
  socket.addEventListener('error', () => undefined);
  socket.addEventListener('close', () => {
    for (const resolve of waiting.values()) resolve(undefined);
    events.dispatchEvent(new Event('closed'));
  });
  socket.addEventListener('message', ({ data }) => {
    const packet = String(data);
    if (packet === '2') socket.send('3');
    else if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ token })}`);
    else if (packet.startsWith('40')) events.dispatchEvent(new Event('admitted'));
    const [, id, ack] = /^43(\d+)([\s\S]*)$/.exec(packet) ?? [];
    if (id === undefined || ack === undefined) return;
    waiting.get(Number(id))?.((JSON.parse(ack) as unknown[])[0]);
    waiting.delete(Number(id));
  });
  const raw: RawSocket = {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    send(packet) {
      if (raw.isOpen) socket.send(packet as string);
    },
    emit: (event, payload) => raw.send(`42${JSON.stringify([event, payload])}`),
    emitWithAck: (event, payload, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (!raw.isOpen) return resolve(undefined);
        const id = next++;
        const timer = setTimeout(() => reject(new Error(`${event} was not answered`)), timeoutMs);
        waiting.set(id, (ack) => {
          clearTimeout(timer);
          resolve(ack);
        });
        raw.send(`42${id}${JSON.stringify([event, payload])}`);
      }),
    close: () => socket.close(),
  };
  const first = await Promise.race([once(events, 'admitted'), once(events, 'closed')]);
  if ((first[0] as Event).type === 'closed') throw new Error('the server did not admit the socket');
  return raw;
}
