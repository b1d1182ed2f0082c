export interface ApiReply {
  status: number;
  headers: Headers;
  // Tests read replies of every shape.
  // biome-ignore lint/suspicious/noExplicitAny: the assertions are the check.
  body: any;
  text: string;
}

/** Undefined headers are not sent. */
type OwnHeaders = Record<string, string | undefined>;

export interface ApiRequest {
  /** Sent as JSON unless it is a string or bytes. */
  body?: unknown;
  headers?: OwnHeaders;
  /** Rejects without a complete reply within this time. */
  timeoutMs?: number;
}

/** Returns the body of a reply that must not be a refusal. */
export function accepted({ status, text, body }: ApiReply) {
  if (status >= 300) throw new Error(`${status} ${text}`);
  return body;
}

/** Calls the API over HTTP. Paths are below /api unless they begin with `/:`. */
export class ApiClient {
  readonly url: string;
  readonly token: string | undefined;

  constructor(url: string, token?: string) {
    this.url = url;
    this.token = token;
  }

  withToken(token: string | undefined): ApiClient {
    return new ApiClient(this.url, token);
  }

  get(path: string, request: ApiRequest = {}): Promise<ApiReply> {
    return this.call('GET', path, request);
  }

  post(path: string, body?: unknown, headers?: OwnHeaders): Promise<ApiReply> {
    return this.call('POST', path, { body, headers });
  }

  put(path: string, body?: unknown, headers?: OwnHeaders): Promise<ApiReply> {
    return this.call('PUT', path, { body, headers });
  }

  delete(path: string, body?: unknown, headers?: OwnHeaders): Promise<ApiReply> {
    return this.call('DELETE', path, { body, headers });
  }

  async call(method: string, path: string, request: ApiRequest = {}): Promise<ApiReply> {
    const { body, headers, timeoutMs } = request;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const sent = Object.entries({
      authorization: this.token === undefined ? undefined : `Bearer ${this.token}`,
      'content-type': body === undefined || body instanceof FormData ? undefined : 'application/json',
      ...headers,
    });
    const reply = await fetch(`${this.url}${path.startsWith('/:') ? `/${path.slice(2)}` : `/api${path}`}`, {
      method,
      headers: sent.filter((header): header is [string, string] => header[1] !== undefined),
      body: body === undefined ? undefined : isRaw ? (body as string) : JSON.stringify(body),
      signal: timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.includes('json') === true;
    return {
      status: reply.status,
      headers: reply.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  }
}
