import type { Deps } from '../deps.ts';

/** Realistic content of a demo. It lives as long as the demo and renews itself. */
export interface DemoContent {
  /** Whether the database has content of this feature, which makes it no demo unless it is one already. */
  exists(db: Deps['db']): Promise<boolean>;
  /** Creates what is missing. Several servers may call it at once. */
  renew(deps: Deps): Promise<void>;
}
