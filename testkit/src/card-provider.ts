import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CardTransactionFacts {
  id: number;
  tx_ref: string;
  amount: number;
  currency: string;
  status: string;
}

/** A stand-in of the card provider: its API, and its script for browsers. */
export class CardProvider {
  static readonly secretKey = 'FLWSECK_TEST-stand-in';
  static readonly secretHash = 'hash of the stand-in';
  readonly url: string;
  /** What its API describes, by the number of the transaction. */
  readonly transactions = new Map<number, CardTransactionFacts>();
  /** Requests to its API, in order. */
  readonly requests: string[] = [];
  /** While true, its API answers 503. */
  isDown = false;
  /** How many of the next requests for its script fail. */
  scriptFailures = 0;
  /** The number of requests for its script. */
  scriptRequests = 0;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(): Promise<CardProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const provider = new CardProvider(server);
    server.on('request', ({ url = '', headers }, reply) => {
      if (url.startsWith('/v3.js')) {
        provider.scriptRequests += 1;
        const fails = provider.scriptFailures > 0;
        if (fails) provider.scriptFailures -= 1;
        reply.writeHead(fails ? 503 : 200, {
          'content-type': 'text/javascript',
          'cross-origin-resource-policy': 'cross-origin',
        });
        return reply.end(fails ? '' : SCRIPT);
      }
      if (url.startsWith('/frame')) {
        reply.writeHead(200, { 'content-type': 'text/html' });
        return reply.end('<!doctype html><title>Checkout</title><p>Checkout of the stand-in</p>');
      }
      provider.requests.push(url);
      const isAllowed = headers.authorization === `Bearer ${CardProvider.secretKey}`;
      const found = provider.transactions.get(Number(/^\/v3\/transactions\/(\d+)\/verify$/.exec(url)?.[1]));
      const status = provider.isDown ? 503 : !isAllowed ? 401 : found ? 200 : 404;
      reply.writeHead(status, { 'content-type': 'application/json' });
      return reply.end(
        JSON.stringify(status === 200 ? { status: 'success', data: found } : { status: 'error', data: null }),
      );
    });
    return provider;
  }

  /** The environment of a server that uses it. */
  env(options: { confirms?: boolean } = {}): Record<string, string> {
    return {
      FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-stand-in',
      FLUTTERWAVE_SECRET_HASH: CardProvider.secretHash,
      FLUTTERWAVE_SCRIPT_URL: `${this.url}/v3.js`,
      FLUTTERWAVE_API_URL: this.url,
      ...(options.confirms && { FLUTTERWAVE_SECRET_KEY: CardProvider.secretKey }),
    };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
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
