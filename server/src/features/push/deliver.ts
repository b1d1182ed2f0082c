import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import webPush from 'web-push';
import type { PushConfig } from '../../config.ts';
import { findPushService, openAgents } from './push-services.ts';

export interface Delivery {
  endpoint: string;
  p256dh: string;
  auth: string;
  content: string;
  ttlS: number;
  topic: string;
  isUrgent: boolean;
}

/** `gone`: the subscription has ended. `refused`: this message will never be accepted. */
export type DeliveryOutcome =
  | { is: 'accepted' | 'gone' | 'refused'; status: number }
  | { is: 'retry'; status: number | undefined; afterMs: number | undefined };

const ANSWER_WITHIN_MS = 5_000;
/** RFC 8292 allows 24 hours; a token is signed anew for each service after half of its life. */
const TOKEN_LIFE_S = 12 * 3_600;
const ENCODING = 'aes128gcm';

/** Sends encrypted messages to push services (RFC 8030, 8291, 8292). Never follows redirects. */
export function createDelivery(config: PushConfig): (delivery: Delivery) => Promise<DeliveryOutcome> {
  const agents = openAgents();
  const tokens = new Map<string, { header: string; renewAtMs: number }>();

  function authorize(audience: string): string {
    const known = tokens.get(audience);
    // Push services check the token by the world's clock.
    const atMs = Date.now();
    if (known && known.renewAtMs > atMs) return known.header;
    const { publicKey, privateKey, subject } = config;
    const expiresAtS = Math.floor(atMs / 1_000) + TOKEN_LIFE_S;
    const { Authorization: header } = webPush.getVapidHeaders(
      audience,
      subject,
      publicKey,
      privateKey,
      ENCODING,
      expiresAtS,
    );
    tokens.set(audience, { header, renewAtMs: atMs + (TOKEN_LIFE_S / 2) * 1_000 });
    return header;
  }

  /** Never rejects. */
  return async ({ endpoint, p256dh, auth, content, ttlS, topic, isUrgent }) => {
    // Also the endpoints in the table: the list of services may have become shorter.
    if (findPushService(endpoint, config) === undefined) return { is: 'gone', status: 0 };
    const body = tryEncrypt(p256dh, auth, content);
    // Its keys are wrong: it can receive nothing, and the service must not be taken for silent.
    if (!body) return { is: 'gone', status: 0 };
    try {
      const url = new URL(endpoint);
      const headers = {
        TTL: String(ttlS),
        Topic: topic,
        Urgency: isUrgent ? 'high' : 'normal',
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': ENCODING,
        Authorization: authorize(url.origin),
      };
      const { status, retryAfter } = await post(url, headers, body, agents);
      return outcomeOf(status, retryAfter);
    } catch {
      return { is: 'retry', status: undefined, afterMs: undefined };
    }
  };
}

function tryEncrypt(...given: [p256dh: string, auth: string, content: string]): Buffer | undefined {
  try {
    return webPush.encrypt(...given, ENCODING).cipherText;
  } catch {
    return undefined;
  }
}

interface Answer {
  status: number;
  retryAfter: string | undefined;
}

const post = (
  url: URL,
  headers: Record<string, string>,
  body: Buffer,
  agents: ReturnType<typeof openAgents>,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const start = url.protocol === 'http:' ? plainRequest : request;
    const sent = start(url, { method: 'POST', headers, agent: agents(url) }, (response) => {
      // Read to the end, so that the connection can be used again.
      response.on('error', reject).resume();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
    const timer = setTimeout(() => sent.destroy(new Error('no answer')), ANSWER_WITHIN_MS);
    sent.on('error', reject).on('close', () => clearTimeout(timer));
    sent.end(body);
  });

function outcomeOf(status: number, retryAfter: string | undefined): DeliveryOutcome {
  if (status >= 200 && status < 300) return { is: 'accepted', status };
  if (status === 404 || status === 410) return { is: 'gone', status };
  if (status === 429 || status >= 500) return { is: 'retry', status, afterMs: pauseOf(retryAfter) };
  return { is: 'refused', status };
}

/** Seconds, or a date of the world's clock. */
function pauseOf(retryAfter: string | undefined): number | undefined {
  if (retryAfter === undefined) return undefined;
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  const atMs = Date.parse(retryAfter);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - Date.now());
}
