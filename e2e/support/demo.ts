import { setTimeout } from 'node:timers/promises';
import type { SignedIn } from '@copup/shared/auth.ts';
import { demoPlayers } from '@copup/testkit/demo-accounts.ts';
import { App } from './app.ts';
import { until } from './people.ts';

/** A server with the content of the demo, and one of its players. */
export class Demo {
  readonly app: App;
  readonly player: { id: string; username: string; token: string };

  private constructor(app: App, player: Demo['player']) {
    this.app = app;
    this.player = player;
  }

  static async start(): Promise<Demo> {
    const app = await App.start({ env: { SEED_DEMO: '1' } });
    const [{ email, password }] = demoPlayers;
    // The content is created after the server has started.
    const { token, user } = await until(
      () => call<SignedIn>(`${app.url}/api/auth/login`, { body: JSON.stringify({ email, password }) }),
      30_000,
    );
    return new Demo(app, { id: user.id, username: user.username, token });
  }

  /** Sends a command of the player. */
  send<Reply = unknown>(path: string, body: object = {}): Promise<Reply> {
    return call(`${this.app.url}/api${path}`, { token: this.player.token, body: JSON.stringify(body) });
  }

  /** Returns a reply of the API for the player. */
  read<Reply>(path: string): Promise<Reply> {
    return call(`${this.app.url}/api${path}`, { token: this.player.token });
  }

  /** Returns a reply of the API for the player, once it is a list with rows. */
  list<Row>(path: string): Promise<[Row, ...Row[]]> {
    return until(async () => {
      const rows = await this.read<Row[]>(path);
      if (rows.length === 0) throw new Error(`${path} is empty`);
      return rows as [Row, ...Row[]];
    }, 30_000);
  }
}

/** Sends a request, again after the time that the server states when the player's limit is used up. */
async function call<Reply>(url: string, { body, token }: { body?: string; token?: string }): Promise<Reply> {
  const reply = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body }),
  });
  if (reply.status === 429) {
    await setTimeout(Number(reply.headers.get('retry-after')) * 1_000);
    return call(url, { ...(body !== undefined && { body }), ...(token !== undefined && { token }) });
  }
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Reply;
}
