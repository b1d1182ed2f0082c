import type { IncomingMessage } from 'node:http';

/**
 * Why a websocket request is refused before it is upgraded; undefined lets it in. A browser sends where the page came
 * from, and CORS does not guard websockets. No Origin means no browser. A token in the URL would end up in logs.
 */
export function findHandshakeFault(
  request: IncomingMessage,
  allowedOrigins: readonly string[],
): string | undefined {
  const { search, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  if (searchParams.has('token') || /bearer|eyJ[\w-]+\.eyJ/i.test(search))
    return 'a token does not belong into the URL';
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return undefined;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  const isWeb = page?.protocol === 'http:' || page?.protocol === 'https:';
  return isWeb && page.host === host ? undefined : 'this origin is not allowed';
}
