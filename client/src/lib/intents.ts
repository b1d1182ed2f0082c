import { type RequestOptions, request } from './api.ts';
import { ApiError } from './api-error.ts';
import { randomId } from './random-id.ts';
import { useSession } from './session.ts';
import { listStored, readStoredJson, removeStored, writeStored } from './stored.ts';

/** A command that takes effect once, however often it is sent. */
interface Intent {
  key: string;
  body: string;
  atMs: number;
}

const prefix = 'intent:';
/** Age after which a key is not reused, well below the 7 days for which the server stores replies. */
const longestMs = 24 * 3_600_000;
const pausesMs = [400, 1_200];

function isIntent(value: unknown): value is Intent {
  return typeof value === 'object' && value !== null && 'key' in value && 'body' in value && 'atMs' in value;
}

export interface PostOptions extends Pick<RequestOptions, 'timeoutMs' | 'send' | 'bySocket'> {
  /** Fields such as a PIN: sent with the body and never stored. They do not belong to the intent. */
  secret?: Readonly<Record<string, string>>;
  /** Sent instead of `body`, which then represents it: a stored intent cannot contain a file. */
  sent?: object;
  /** POST by default. */
  method?: 'POST' | 'PUT' | 'DELETE';
}

/**
 * Posts a command that moves coins (P6). Its key is stored before sending and resent with each retry, also after a reload: while
 * the outcome of the last attempt is unknown, the same intent uses the same key. Makes up to three attempts while the outcome
 * is unknown, then rejects with the last ApiError.
 */
export async function postIntent<Reply>(
  name: string,
  path: string,
  body?: unknown,
  { secret, sent, timeoutMs, send, bySocket, method }: PostOptions = {},
): Promise<Reply> {
  const storedAs = `${prefix}${useSession.getState().user?.id ?? ''}:${name}`;
  const intent = openIntent(storedAs, JSON.stringify(body ?? null), Date.now());
  for (let tries = 0; ; tries += 1) {
    try {
      const reply = await request<Reply>(path, {
        method: method ?? 'POST',
        body: sent ?? (secret ? { ...(body as object), ...secret } : body),
        idempotencyKey: intent.key,
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(send && { send }),
        ...(bySocket && { bySocket }),
      });
      removeStored(storedAs);
      return reply;
    } catch (error) {
      const failure = error instanceof ApiError ? error : null;
      if (!failure?.isOutcomeUnknown) removeStored(storedAs);
      const pauseMs = pausesMs[tries];
      if (!failure?.isOutcomeUnknown || failure.code === 'ABORTED' || pauseMs === undefined) throw error;
      // Half of the pause is random, so that clients that failed together do not retry together.
      await pause(Math.max(failure.retryAfterMs ?? 0, pauseMs * (0.5 + Math.random() / 2)));
    }
  }
}

function openIntent(storedAs: string, body: string, nowMs: number): Intent {
  const open = readStoredJson(storedAs, isIntent);
  if (open && open.body === body && nowMs - open.atMs < longestMs) return open;
  const intent = { key: randomId(), body, atMs: nowMs };
  writeStored(storedAs, JSON.stringify(intent));
  return intent;
}

/** Removes intents so old that the server may have deleted their keys. */
export function dropOldIntents(nowMs: number): void {
  for (const key of listStored(prefix)) {
    const intent = readStoredJson(key, isIntent);
    if (!intent || nowMs - intent.atMs >= longestMs) removeStored(key);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
