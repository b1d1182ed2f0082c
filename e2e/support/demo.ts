import { setTimeout } from 'node:timers/promises';
import type { SignedIn } from '@copup/shared/auth.ts';
import { ApiClient, accepted } from '@copup/testkit/client.ts';
import { demoPlayers } from '@copup/testkit/demo-accounts.ts';
import { App } from './app.ts';
import { until } from './people.ts';

/** A server with the content of the demo, and one of its players. */
export class Demo {
  readonly app: App;
  readonly player: { id: string; username: string; token: string };
  readonly #client: ApiClient;

  private constructor(app: App, player: Demo['player']) {
    this.app = app;
    this.player = player;
    this.#client = new ApiClient(app.url, player.token);
  }

  static async start(): Promise<Demo> {
    const app = await App.start({ env: { SEED_DEMO: '1' } });
    const [{ email, password }] = demoPlayers;
    // The content is created after the server has started.
    const { token, user } = await until(
      () => call<SignedIn>(new ApiClient(app.url), '/auth/login', { email, password }),
      30_000,
    );
    return new Demo(app, { id: user.id, username: user.username, token });
  }

  /** Sends a command of the player. */
  send<Reply = unknown>(path: string, body: object = {}): Promise<Reply> {
    return call(this.#client, path, body);
  }

  /** Returns a reply of the API for the player. */
  read<Reply>(path: string): Promise<Reply> {
    return call(this.#client, path);
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

/** Sends a request, again after the time that the server states when it is busy or the player's limit is used up. */
async function call<Reply>(client: ApiClient, path: string, body?: object): Promise<Reply> {
  const reply = await client.call(body === undefined ? 'GET' : 'POST', path, { body });
  if (reply.status !== 429 && reply.status !== 503) return accepted(reply);
  await setTimeout(Number(reply.headers.get('retry-after')) * 1_000);
  return call(client, path, body);
}
