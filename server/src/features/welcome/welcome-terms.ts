import type { Database } from '../../db/database.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { demoPlayers } from '../../demo-accounts.ts';
import type { Deps } from '../../deps.ts';

/** For how long an account is new. */
export const NEW_FOR = "interval '30 days'";
/** Coins that can be bid, which a new player of a demo receives with the welcome coins (X15). */
const DEMO_AVAILABLE = 100;

export interface WelcomeTerms {
  /** Bonus coins of one player; 0 switches welcome coins off. */
  coins: number;
  available: number;
  /** Coins of all players together. */
  budget: number;
  isDemo: boolean;
}

type TermsDeps = Pick<Deps, 'config' | 'settings'>;

/** Reads what a new player receives. */
export async function readTerms(
  source: Database | Transaction,
  { config, settings }: TermsDeps,
): Promise<WelcomeTerms> {
  const [coins, budget, isDemo] = [
    await settings.read(source, 'welcomeCoins'),
    await settings.read(source, 'welcomeBudgetCoins'),
    config.seedDemo && !config.isProduction && (await hasDemoPlayer(source)),
  ];
  return { coins, budget, isDemo, available: isDemo ? DEMO_AVAILABLE : 0 };
}

/** Returns whether the budget pays one more player. */
export const isCovered = ({ coins, budget }: WelcomeTerms, given: number): boolean =>
  coins > 0 && given + coins <= budget;

async function hasDemoPlayer(source: Database | Transaction): Promise<boolean> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<{ exists: boolean }>({
    name: 'welcome-demo',
    text: 'SELECT EXISTS (SELECT FROM users WHERE email = $1 AND is_demo) AS exists',
    values: [demoPlayers[0].email],
  });
  return rows[0]?.exists === true;
}
