import { migrate } from '@copup/testkit/database.ts';
import { OwnCluster } from '@copup/testkit/own-cluster.ts';

/** A primary with a synchronous standby. Its two addresses stay the same when the standby is promoted. */
export class OwnPair {
  readonly url: string;
  readonly ownerUrl: string;
  #primary: OwnCluster;
  #standby: OwnCluster;

  private constructor(primary: OwnCluster, standby: OwnCluster) {
    this.#primary = primary;
    this.#standby = standby;
    const both = (url: string) =>
      url.replace(/@.*\//, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/`);
    this.url = both(primary.serverUrl);
    this.ownerUrl = both(primary.url);
  }

  static async create(): Promise<OwnPair> {
    const primary = await OwnCluster.create();
    try {
      await migrate({ ownerUrl: primary.url, url: primary.serverUrl });
      return new OwnPair(primary, await primary.createStandby({ isSynchronous: true }));
    } catch (error) {
      await primary.remove();
      throw error;
    }
  }

  /** Ends the primary at once, and then promotes the standby. */
  async promote(how: 'SIGQUIT' | 'SIGKILL'): Promise<void> {
    await this.#primary.run(`kill -${how.slice(3)} "$(head -n 1 "$PGDATA/postmaster.pid")"`);
    await this.#standby.query('SELECT pg_promote(true, 30)');
  }

  /** Replaces the primary that was ended by a new standby of the promoted one, at its address. */
  async rejoin(): Promise<void> {
    const old = this.#primary;
    this.#primary = this.#standby;
    await old.remove();
    this.#standby = await this.#primary.createStandby({ isSynchronous: true, port: old.port });
  }

  async remove(): Promise<void> {
    await this.#standby.remove();
    await this.#primary.remove();
  }
}
