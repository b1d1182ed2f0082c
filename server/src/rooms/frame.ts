/** One event, encoded once for all who get it. */
export interface EncodedFrame {
  /** As Socket.IO's packet text, for a transport that frames by itself. */
  readonly text: string;
  /** As the bytes of a whole websocket frame. */
  readonly bytes: Buffer;
}

const TEXT_FRAME = 0x81;

/** `["room:state",{…}]` as an event packet of the main namespace, in an unmasked websocket text frame. */
export function encodeFrame(event: string, payload: unknown): EncodedFrame {
  const text = `2${JSON.stringify([event, payload])}`;
  // "4" is Engine.IO's message packet.
  const body = Buffer.from(`4${text}`);
  return { text, bytes: Buffer.concat([header(body.length), body]) };
}

function header(length: number): Buffer {
  if (length < 126) return Buffer.from([TEXT_FRAME, length]);
  if (length < 65_536) return Buffer.from([TEXT_FRAME, 126, length >> 8, length & 0xff]);
  const long = Buffer.alloc(10);
  long[0] = TEXT_FRAME;
  long[1] = 127;
  long.writeBigUInt64BE(BigInt(length), 2);
  return long;
}
