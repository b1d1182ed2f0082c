/** Share of the body that has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void;

/** A connection on which nothing moved for this long is lost. */
const stallMs = 30_000;

/**
 * Returns a `send` for the API's requests that reports the progress of the upload, which `fetch` cannot. Rejects like `fetch` if
 * the connection is lost, and also if nothing was sent or received for 30 s: the total time depends on the connection.
 */
export function sendWithProgress(onProgress: OnProgress) {
  return (url: string, { method = 'POST', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const exchange = new XMLHttpRequest();
      let stalled: ReturnType<typeof setTimeout> | undefined;
      const move = () => {
        clearTimeout(stalled);
        stalled = setTimeout(() => exchange.abort(), stallMs);
      };
      const abort = () => exchange.abort();
      const end = () => {
        clearTimeout(stalled);
        signal?.removeEventListener('abort', abort);
      };
      exchange.upload.onprogress = ({ loaded, total, lengthComputable }) => {
        move();
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      exchange.onprogress = move;
      exchange.onload = () => {
        end();
        const { status, responseText } = exchange;
        const retryAfter = exchange.getResponseHeader('retry-after');
        resolve(
          new Response(responseText, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }),
        );
      };
      exchange.onerror = () => {
        end();
        reject(new TypeError('The connection was lost.'));
      };
      exchange.onabort = () => {
        end();
        reject(
          signal?.aborted ? new DOMException('', 'AbortError') : new TypeError('Nothing moved for too long.'),
        );
      };
      signal?.addEventListener('abort', abort);
      exchange.open(method, url);
      new Headers(headers).forEach((value, name) => {
        exchange.setRequestHeader(name, value);
      });
      move();
      exchange.send(body as XMLHttpRequestBodyInit);
      if (signal?.aborted) abort();
    });
}
