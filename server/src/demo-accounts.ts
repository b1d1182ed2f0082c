/** A public password: the account is never created in production unless SEED_DEMO=allow. */
export const demoOperator = {
  email: 'operator@copup.test',
  username: 'oga_operator',
  fullName: 'Ngozi Okafor',
  password: 'demo-operator-1',
};

/** Two operators, so that approvals can be tried (X11). */
export const demoOperators = [
  demoOperator,
  {
    email: 'operator2@copup.test',
    username: 'second_operator',
    fullName: 'Emeka Nwosu',
    password: 'demo-operator-2',
  },
] as const;

export const demoPlayers = [
  { email: 'ada@copup.test', username: 'ada_lagos', fullName: 'Adaeze Eze', password: 'demo-player-ada' },
  {
    email: 'tunde@copup.test',
    username: 'tunde_ibadan',
    fullName: 'Babatunde Bello',
    password: 'demo-player-tunde',
  },
] as const;

/** The PIN of both players. */
export const demoPin = '1234';

/** Opens the sale of tickets of waiting heists (H7), until an operator sets another one. */
export const demoUnlockCode = 'VAULT-1960';

/** Unlocks the wheel (B1), until an operator sets another one. */
export const demoSpinPasscode = 'SPIN-2026';

/** The password of every bet of the demo (B2). */
export const demoBetPassword = 'derby-2026';

export const DEMO_COINS = 5_000;
