import { commonPasswords } from './accounts/common-passwords.ts';
import { protocolOf } from './environment.ts';
import { findWeakSecrets } from './weak-secrets.ts';

type Given = Readonly<Record<string, string | undefined>>;

const NEEDED = ['JWT_SECRET', 'SECRETS_KEY', 'RECEIPTS_KEY', 'PUBLIC_URL', 'SMTP_URL', 'SUPPORT_EMAIL'];
/** Tokens, scripts and payments pass through these addresses. */
const ENCRYPTED = [
  'PUBLIC_URL',
  'ALLOWED_ORIGINS',
  'ALERT_WEBHOOK',
  'FLUTTERWAVE_SCRIPT_URL',
  'FLUTTERWAVE_API_URL',
];

/** Returns the errors that stop a start in production only. Names the variables and never prints a secret. */
export function findProductionErrors(given: Given): string[] {
  const missing = NEEDED.filter((name) => !given[name]).map((name) => `${name} is needed in production`);
  const plain = ENCRYPTED.filter((name) =>
    given[name]?.split(',').some((part) => protocolOf(part.trim()) === 'http:'),
  ).map(
    (name) => `${name} must begin with https:// in production, without which anyone on the way can read it`,
  );
  const further: readonly [isWrong: boolean, error: string][] = [
    [
      given.SEED_DEMO === '1' || given.SEED_DEMO === 'true',
      'SEED_DEMO creates accounts with public passwords: set SEED_DEMO=allow to do so in production',
    ],
    [
      isGuessable(given.ADMIN_PASSWORD, given.ADMIN_EMAIL),
      'ADMIN_PASSWORD can be guessed: it is a common password or part of ADMIN_EMAIL',
    ],
    [
      given.TRUST_PROXY?.split(',').some((part) => /^true$|\/0+$/.test(part.trim())) === true,
      'TRUST_PROXY must be the number of proxies or their addresses in production: if all are trusted, clients choose their address',
    ],
    [
      Boolean(given.PUSH_TEST_SERVICE),
      'PUSH_TEST_SERVICE is for tests only: in production it would let endpoints reach private addresses',
    ],
    [
      Boolean(given.FLUTTERWAVE_PUBLIC_KEY) && !given.FLUTTERWAVE_SECRET_KEY,
      'FLUTTERWAVE_SECRET_KEY is needed with FLUTTERWAVE_PUBLIC_KEY in production, to confirm each transaction',
    ],
  ];
  return [
    ...missing,
    ...findWeakSecrets(given),
    ...plain,
    ...further.filter(([isWrong]) => isWrong).map(([, error]) => error),
  ];
}

function isGuessable(password: string | undefined, addresses = ''): boolean {
  if (password === undefined) return false;
  const lower = password.toLowerCase();
  return commonPasswords().has(lower) || addresses.toLowerCase().includes(lower);
}
