import { openTcp, see, type Watcher, type WatcherOptions } from './watcher.ts';

/** The polling interval of the specification. */
export const POLL_EVERY_MS = 1_000;

/**
 * Polls like the specification's detail page: three calls each second with a token, one after the other on one
 * kept-alive connection. Written lean, so that it does not take the measured CPU. Sends only the headers that a browser
 * must send.
 */
export async function startPoller(
  { url, token, auctionId }: WatcherOptions,
  phaseMs: number,
): Promise<Watcher> {
  const socket = await openTcp(url);
  const paths = [
    `/api/auction/remaining-time/${auctionId}`,
    `/api/auction/highest-bidder/${auctionId}`,
    `/api/auction/${auctionId}/highest-bid-points`,
  ];
  const requests = paths.map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: keep-alive\r\nAccept: application/json\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    ),
  );
  const seen: Watcher['seen'] = [];
  let next = requests.length;
  let rounds = 0;
  let buffered = '';
  const request = () => {
    const request = requests[next];
    if (request && !socket.destroyed) socket.write(request);
  };
  socket.on('data', (data) => {
    buffered += data.toString('latin1');
    const body = takeBody();
    if (body === undefined) return;
    const price = /"highestBidPoints":(\d+)/.exec(body)?.[1];
    if (price !== undefined) see(seen, Number(price));
    next += 1;
    if (next === requests.length) rounds += 1;
    request();
  });

  /** Returns one whole reply; undefined while it is incomplete. */
  function takeBody(): string | undefined {
    const headEnd = buffered.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const head = buffered.slice(0, headEnd);
    if (!head.startsWith('HTTP/1.1 200')) throw new Error(`A poll was answered: ${head.split('\r\n', 1)}`);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    const end = headEnd + 4 + length;
    if (buffered.length < end) return undefined;
    const body = buffered.slice(headEnd + 4, end);
    buffered = buffered.slice(end);
    return body;
  }

  let timer: NodeJS.Timeout | undefined;
  const start = setTimeout(() => {
    const round = () => {
      // The last round still runs: a page would not start another either.
      if (next < requests.length) return;
      next = 0;
      request();
    };
    round();
    timer = setInterval(round, POLL_EVERY_MS);
  }, phaseMs);
  return {
    socket,
    seen,
    rounds: () => rounds,
    stop() {
      clearTimeout(start);
      clearInterval(timer);
      socket.destroy();
    },
  };
}
