import type { CDPSession, Page } from 'playwright-core';

/** Bytes since the last reading. */
export interface Used {
  /** Frames of the websocket, in both directions, with their headers. */
  received: number;
  sent: number;
  /** Replies over HTTP, as transferred. */
  requests: number;
  /** Estimated headers of TCP, IP and TLS, and acknowledgements, of the websocket's frames. */
  overhead: number;
  /** The paths of the requests. */
  paths: string[];
}

/** IPv4 and TCP with timestamps take 52 bytes, a TLS record 22; the other side acknowledges with 52 more. */
const overheadOfFrame = 52 + 22 + 52;
/** A frame of up to 125 bytes has a header of 2 bytes, a longer one 4; a client's frames carry a mask of 4. */
const headerOf = (bytes: number) => (bytes < 126 ? 2 : 4);
const maskBytes = 4;

const nothing = (): Used => ({ received: 0, sent: 0, requests: 0, overhead: 0, paths: [] });

/** Counts what a page receives and sends, as Chromium reports it. */
export class DataCounter {
  #used = nothing();

  private constructor(session: CDPSession) {
    const sizeOf = (payload: string) => Buffer.byteLength(payload) + headerOf(Buffer.byteLength(payload));
    session.on('Network.webSocketFrameReceived', ({ response }) => {
      this.#used.received += sizeOf(response.payloadData);
      this.#used.overhead += overheadOfFrame;
    });
    session.on('Network.webSocketFrameSent', ({ response }) => {
      this.#used.sent += sizeOf(response.payloadData) + maskBytes;
      this.#used.overhead += overheadOfFrame;
    });
    const pathOf = new Map<string, string>();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => {
      pathOf.set(requestId, new URL(request.url).pathname);
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      this.#used.requests += encodedDataLength;
      if (encodedDataLength > 0) this.#used.paths.push(`${pathOf.get(requestId)} ${encodedDataLength}`);
    });
  }

  static async of(page: Page): Promise<DataCounter> {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    return new DataCounter(session);
  }

  /** Returns what was used since the last call. */
  take(): Used {
    const used = this.#used;
    this.#used = nothing();
    return used;
  }
}
