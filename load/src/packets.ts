/** The packets of Engine.IO 4 and, within a message, of Socket.IO 5. */
export const ENGINE = { open: '0', ping: '2', pong: '3', message: '4' } as const;
export const SOCKET = { connect: '0', disconnect: '1', event: '2', ack: '3', connectError: '4' } as const;

/**
 * Parses events. A server encodes a frame once for all members of a room and sends it to one after the other: a text that
 * equals the one before is not parsed again.
 */
export class EventReader {
  #text = '';
  #event: unknown;

  read(text: string): unknown {
    if (text !== this.#text) {
      this.#event = JSON.parse(text.slice(2));
      this.#text = text;
    }
    return this.#event;
  }
}
