import type { SocketCall } from '@copup/shared/socket-calls.ts';
import { ApiError, abortedText, type Issue, networkErrorText, statusText, timeoutText } from './api-error.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { notePlayRefusal } from './play-refusals.ts';
import { useSession } from './session.ts';
import { overSocket } from './socket-calls.ts';

const defaultTimeoutMs = 15_000;

/** What is read of a `Response`. */
export type Answer = Pick<Response, 'ok' | 'status' | 'headers' | 'text'>;
export type Send = (url: string, init: RequestInit) => Promise<Answer>;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON unless it is a form or a file. */
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Whether the reply is text, such as CSV, and not JSON. */
  isText?: boolean;
  /** Sends the request in place of `fetch`, for example to report the progress of an upload. */
  send?: Send;
  /** The call, if it goes over the socket while that is live. */
  bySocket?: Pick<SocketCall, 'call' | 'params'>;
  /** Whether the request is repeated after a confirmation, which is then not requested again. */
  isRepeated?: boolean;
}

type SessionEndListener = (message: string) => void;
let notifySessionEnded: SessionEndListener = () => {};

/** Sets the listener for requests whose session the server has ended. */
export function onRequestSessionEnded(listener: SessionEndListener): void {
  notifySessionEnded = listener;
}

/** Sends one request to the API and returns the reply's body. Rejects only with ApiError. */
export async function request<Reply>(path: string, options: RequestOptions = {}): Promise<Reply> {
  return (await requestWithHeaders<Reply>(path, options)).reply;
}

export async function requestWithHeaders<Reply>(
  path: string,
  options: RequestOptions = {},
): Promise<{ reply: Reply; headers: Headers }> {
  const { token } = useSession.getState();
  const { method = 'GET', send = options.bySocket ? overSocket(options) : fetch } = options;
  const deadline = startDeadline(options.timeoutMs ?? defaultTimeoutMs, options.signal);
  const { signal } = deadline;
  const early = method === 'GET' ? takeEarlyRead(path, token, signal) : undefined;
  let response: Answer;
  let text: string;
  try {
    const headers = headersOf(options, token);
    response = await (early ?? send(`/api${path}`, { method, headers, body: bodyOf(options.body), signal }));
    text = await response.text();
  } catch (error) {
    throw unreached(error, options.signal, deadline.hasPassed);
  } finally {
    deadline.clear();
  }
  const reply = response.ok && options.isText ? text : parse(text);
  if (response.ok && reply !== undefined) return { reply: reply as Reply, headers: response.headers };
  const failure = refused(response, reply);
  notePlayRefusal(failure.code, failure.message);
  // S8a: repeats the same request with the same key after the user has confirmed their identity.
  if (
    failure.code === 'REAUTH_NEEDED' &&
    !options.isRepeated &&
    (await confirmIdentity(failure.details.methods))
  )
    return requestWithHeaders(path, { ...options, isRepeated: true });
  if (token && (failure.code === 'SESSION_ENDED' || failure.code === 'NOT_SIGNED_IN')) {
    // The token may have been renewed or replaced during this request.
    if (useSession.getState().token === token) notifySessionEnded(failure.message);
  }
  throw failure;
}

function headersOf({ body, idempotencyKey }: RequestOptions, token: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (body !== undefined && !isBinary(body)) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  return headers;
}

function isBinary(body: unknown): body is FormData | Blob {
  return body instanceof FormData || body instanceof Blob;
}

function bodyOf(body: unknown): BodyInit | null {
  if (body === undefined) return null;
  return isBinary(body) ? body : JSON.stringify(body);
}

function parse(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unreached(error: unknown, signal: AbortSignal | undefined, isTooLate: boolean): ApiError {
  if (signal?.aborted) return new ApiError(abortedText, { status: 0, code: 'ABORTED' });
  if (isTooLate) return new ApiError(timeoutText, { status: 0, code: 'TIMEOUT' });
  if (error instanceof DOMException && error.name === 'AbortError') {
    return new ApiError(abortedText, { status: 0, code: 'ABORTED' });
  }
  return new ApiError(networkErrorText, { status: 0, code: 'NETWORK' });
}

function refused(response: Answer, reply: unknown): ApiError {
  const { code, message, issues, details } = (typeof reply === 'object' && reply !== null ? reply : {}) as {
    code?: ApiError['code'];
    message?: string;
    issues?: Issue[];
    details?: Record<string, unknown>;
  };
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(message ?? statusText(response.status), {
    status: response.status,
    code: code ?? 'UNKNOWN',
    issues,
    details,
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : null,
  });
}

/** Aborts with the caller's signal or after the time. The oldest supported browsers lack `AbortSignal.any`. */
function startDeadline(afterMs: number, caller: AbortSignal | undefined) {
  const controller = new AbortController();
  let hasPassed = false;
  const timer = setTimeout(() => {
    hasPassed = true;
    controller.abort();
  }, afterMs);
  const follow = () => controller.abort(caller?.reason);
  if (caller?.aborted) follow();
  caller?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    get hasPassed() {
      return hasPassed;
    },
    clear() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', follow);
    },
  };
}

/** A request that public/early-read.js sent before the app's scripts were loaded. */
interface EarlyRead {
  /** Path below /api. */
  path: string;
  token: string;
  reply: Promise<Response>;
}

declare global {
  var copupEarlyRead: EarlyRead | undefined;
}

/**
 * Returns the early reply once; later calls must request it from the server. Returns undefined for another path or session.
 * Rejects like fetch, also when the signal aborts.
 */
function takeEarlyRead(
  path: string,
  token: string | null,
  signal: AbortSignal,
): Promise<Response> | undefined {
  const early = globalThis.copupEarlyRead;
  if (early?.path !== path || early.token !== token) return undefined;
  globalThis.copupEarlyRead = undefined;
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    early.reply.then(resolve, reject);
  });
}
