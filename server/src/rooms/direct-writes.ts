import { type EngineConnection, idleTcpOf } from './connection.ts';

/** The first byte of a whole text frame, and the lengths above which its head is longer. */
const TEXT_FRAME = 0x81;
const SHORT = 125;
const MIDDLE = 0xff_ff;

/** The parts of Socket.IO's sockets that their types do not declare. */
export interface WritableSocket {
  readonly conn: EngineConnection;
  readonly client: { writeToEngine(packets: (string | Buffer)[], options: object): void };
  ack(id: number): (reply: unknown) => void;
}

/** JSON that was written with the code generated for its schema. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Takes the place of Socket.IO's `ack`, which searches each reply for binary parts and writes the head of its frame apart.
 * An acknowledgement is written directly like the frame of a room, see `RoomAdapter`.
 */
export const ackDirectly: WritableSocket['ack'] = function (this: WritableSocket, id) {
  let isSent = false;
  return (reply) => {
    if (isSent) return;
    isSent = true;
    const packet = `3${id}[${reply instanceof JsonText ? reply.text : JSON.stringify(reply)}]`;
    const tcp = idleTcpOf(this.conn);
    // One byte for each character, so that head and text are one string.
    if (tcp && packet.length < MIDDLE && Buffer.byteLength(packet) === packet.length)
      tcp.write(`${headOf(packet.length + 1)}4${packet}`, 'latin1');
    else this.client.writeToEngine([packet], {});
  };
};

const headOf = (length: number): string =>
  length <= SHORT
    ? String.fromCharCode(TEXT_FRAME, length)
    : String.fromCharCode(TEXT_FRAME, SHORT + 1, length >> 8, length & 0xff);
