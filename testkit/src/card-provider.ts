import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ProviderAnswer, ProviderBooks, type ProviderWebhook } from './provider-books.ts';

/**
 * What happens to a request: `unavailable` is refused with 503 and not done; `lost` is done, and the connection closes without
 * an answer; a promise is done, and answered once it resolves.
 */
export type ProviderFault = 'unavailable' | 'lost' | Promise<unknown>;

/** A bank transfer to a virtual account. */
export interface PaidIn {
  /** Naira; the amount of the account by default. */
  amount?: number;
  currency?: string;
  /** The name on the account that it comes from. */
  sender?: string;
  status?: string;
  paidAt?: Date;
  /** The bank's session id; null for none. */
  sessionId?: string | null;
}

/** A stand-in of the payment provider: its API, its script for browsers, and its events. */
export class CardProvider extends ProviderBooks {
  static readonly secretKey = 'FLWSECK_TEST-stand-in';
  static readonly secretHash = 'hash of the stand-in';
  readonly url: string;
  /** Requests to its API, in order. */
  readonly requests: string[] = [];
  /** The events of all that happened, in order. It delivers none by itself. */
  readonly webhooks: ProviderWebhook[] = [];
  /** While true, its API answers 503. */
  isDown = false;
  /** How many of the next requests for its script fail. */
  scriptFailures = 0;
  /** The number of requests for its script. */
  scriptRequests = 0;
  readonly #server: Server;
  readonly #faults: { path: string; fault: ProviderFault }[] = [];

  private constructor(server: Server) {
    super();
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, reply) => {
      if (request.url?.startsWith('/v3.js')) this.#sendScript(reply);
      else if (request.url?.startsWith('/frame')) {
        reply.writeHead(200, { 'content-type': 'text/html' });
        reply.end('<!doctype html><title>Checkout</title><p>Checkout of the stand-in</p>');
      } else if (request.url === '/pretend') void this.#pretend(request, reply);
      else void this.#answer(request, reply);
    });
  }

  static async start(port = 0): Promise<CardProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new CardProvider(server);
  }

  /** The environment of a server that uses it. */
  env({ confirms = false }: { confirms?: boolean } = {}): Record<string, string> {
    const { FLUTTERWAVE_SECRET_KEY = '', ...others } = CardProvider.envAt(
      this.url,
      this.isDemo ? 'DEMO' : 'TEST',
    );
    return { ...others, ...(confirms && { FLUTTERWAVE_SECRET_KEY }) };
  }

  /** The environment of a server that uses the stand-in of this address, and asks its API. */
  static envAt(url: string, mode = 'TEST'): Record<string, string> {
    return {
      FLUTTERWAVE_PUBLIC_KEY: `FLWPUBK_${mode}-stand-in`,
      FLUTTERWAVE_SECRET_HASH: CardProvider.secretHash,
      FLUTTERWAVE_SECRET_KEY: CardProvider.secretKey,
      FLUTTERWAVE_SCRIPT_URL: `${url}/v3.js`,
      FLUTTERWAVE_API_URL: url,
    };
  }

  /** The next request to a path, such as `/transfers`, meets this fault. Called again, the one after it too. */
  failNext(path: string, fault: ProviderFault): void {
    this.#faults.push({ path, fault });
  }

  /** A bank transfer arrives on a virtual account, also on one that has expired. Returns its event. */
  payIn(
    txRef: string,
    { amount, currency = 'NGN', sender = '', status = 'successful', paidAt, sessionId }: PaidIn = {},
  ): ProviderWebhook {
    const account = this.accounts.get(txRef);
    if (!account) throw new Error(`no virtual account was opened for ${txRef}`);
    const id = this.newId();
    const transaction = {
      ...{ id, tx_ref: txRef, currency, status },
      amount: amount ?? account.amount,
      created_at: (paidAt ?? new Date()).toISOString(),
      meta: {
        originatorname: sender,
        originatoraccountnumber: '******1234',
        bankname: 'Access Bank',
        ...(sessionId !== null && { sessionid: sessionId ?? `0900${id}` }),
      },
    };
    this.transactions.set(id, transaction);
    return this.#keep({ event: 'charge.completed', data: { ...transaction, meta: undefined } });
  }

  /** A transfer that was requested ends. Returns its event. */
  endTransfer(reference: string, status: 'SUCCESSFUL' | 'FAILED', message = ''): ProviderWebhook {
    const transfer = this.transfers.get(reference);
    if (!transfer) throw new Error(`no transfer has the reference ${reference}`);
    Object.assign(transfer, { status, complete_message: message });
    return this.#keep({ event: 'transfer.completed', data: { ...transfer } });
  }

  /** Delivers an event to a server. `data` changes what it says: its API still has the truth. */
  async deliver(url: string, { event, data }: ProviderWebhook, changed: object = {}) {
    const reply = await fetch(`${url}/api/pay/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'verif-hash': CardProvider.secretHash },
      body: JSON.stringify({ event, data: { ...data, ...changed } }),
    });
    return { status: reply.status, body: (await reply.json()) as { message?: string; code?: string } };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(webhook: ProviderWebhook): ProviderWebhook {
    this.webhooks.push(webhook);
    return webhook;
  }

  #sendScript(reply: ServerResponse): void {
    this.scriptRequests += 1;
    const fails = this.scriptFailures > 0;
    if (fails) this.scriptFailures -= 1;
    reply.writeHead(fails ? 503 : 200, {
      'content-type': 'text/javascript',
      'cross-origin-resource-policy': 'cross-origin',
    });
    reply.end(fails ? '' : SCRIPT);
  }

  /** Answers with the event of a transfer that it pretends. */
  async #pretend(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { txRef, sender } = JSON.parse(await readBody(request));
    reply.writeHead(this.accounts.has(txRef) ? 200 : 404, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(this.accounts.has(txRef) ? this.payIn(txRef, { sender }) : {}));
  }

  async #answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    this.requests.push(url);
    const text = await readBody(request);
    const { pathname, searchParams } = new URL(url, this.url);
    const path = pathname.replace(/^\/v3/, '');
    const isAllowed = headers.authorization === `Bearer ${CardProvider.secretKey}`;
    const nth = this.#faults.findIndex((each) => each.path === path);
    const fault = this.isDown ? 'unavailable' : nth < 0 ? undefined : this.#faults.splice(nth, 1)[0]?.fault;
    if (!isAllowed || fault === 'unavailable')
      return send(reply, isAllowed ? 503 : 401, { message: 'not done' });
    const body = text ? JSON.parse(text) : {};
    const answer = this.answer(path, searchParams, body);
    if (fault === 'lost') return void request.socket.destroy();
    await fault;
    send(reply, answer.status, answer);
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(reply: ServerResponse, status: number, answer: Partial<Omit<ProviderAnswer, 'status'>>): void {
  reply.writeHead(status, { 'content-type': 'application/json' });
  reply.end(JSON.stringify({ data: null, ...answer, status: status === 200 ? 'success' : 'error' }));
}

/**
 * Opens a frame of its own, as the provider's script does. The test ends the checkout by calling the callbacks, which are
 * kept as `checkout`.
 */
const SCRIPT = `{
  const base = new URL(document.currentScript.src).origin;
  window.FlutterwaveCheckout = (options) => {
    const frame = document.createElement('iframe');
    frame.title = 'Checkout';
    frame.name = 'checkout';
    frame.src = base + '/frame';
    document.body.append(frame);
    window.checkout = options;
    return { close: () => frame.remove() };
  };
}`;
