import type { IncomingMessage } from 'node:http';

const MAX_URL_LENGTH = 2_048;

/**
 * Why a websocket request is refused before it is upgraded; undefined for one that is accepted. A browser sends the
 * origin of the page, and CORS does not guard websockets. A client without an Origin is no browser. A token in the URL
 * would end up in logs. The checks take linear time.
 */
export function findHandshakeFault(
  request: IncomingMessage,
  allowedOrigins: readonly string[],
): string | undefined {
  const { url = '/' } = request;
  if (url.length > MAX_URL_LENGTH) return 'the URL is too long';
  const parsed = URL.parse(url, 'http://localhost');
  if (!parsed) return 'the URL is not valid';
  const { search, searchParams } = parsed;
  // The second part of every JWT begins with eyJ.
  if (searchParams.has('token') || /bearer|\.eyJ/i.test(search))
    return 'a token does not belong into the URL';
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return undefined;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  const isWeb = page?.protocol === 'http:' || page?.protocol === 'https:';
  return isWeb && page.host === host ? undefined : 'this origin is not allowed';
}
