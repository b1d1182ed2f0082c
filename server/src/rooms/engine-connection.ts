import type { Socket as TcpSocket } from 'node:net';
import { socketLimits } from '@copup/shared/socket-limits.ts';

/** The part of a websocket of the library `ws` that is used here. */
export interface WebSocketBelow {
  readonly readyState: number;
  /** Bytes that the system would not take yet. */
  readonly bufferedAmount: number;
  readonly _socket: TcpSocket;
  on(event: 'message' | 'ping' | 'pong', listener: () => void): unknown;
  terminate(): void;
}

/** One connection of Engine.IO, with the parts that its types do not show. Its transport is always a websocket. */
export interface EngineConnection {
  readonly readyState: string;
  readonly writeBuffer: readonly { data?: string | Buffer }[];
  readonly transport: { readonly socket: WebSocketBelow };
  on(event: 'packetCreate' | 'close', listener: () => void): unknown;
  write(text: string, options: { compress: false; wsPreEncodedFrame: readonly Buffer[] }): unknown;
  close(discard?: boolean): unknown;
}

/** Whether more waits for a slow reader than the limits allow. */
export function isBacklogged({ writeBuffer, transport }: EngineConnection): boolean {
  const unsentBytes = transport.socket.bufferedAmount;
  // Within one turn of the loop packets wait even for the fastest reader, but then nothing is unsent below them.
  if (unsentBytes === 0) return false;
  const { packets, bytes } = socketLimits.waiting;
  if (writeBuffer.length >= packets) return true;
  let waitingBytes = unsentBytes;
  for (const { data } of writeBuffer) waitingBytes += data?.length ?? 0;
  return waitingBytes > bytes;
}
