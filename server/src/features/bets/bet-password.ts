import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { seal, unseal } from '../../seal.ts';
import type { BetRow } from './bets.tables.ts';

const purpose = 'bet passwords';
/** The id of the escrow is known before the bet has its number. */
const ownerOf = ({ escrowId }: Pick<BetRow, 'escrowId'>) => `bet ${escrowId}`;

type Keys = Pick<Deps, 'config'>;

/** Encrypts a bet's password (B2). */
export function sealPassword(
  { config, randomBytes }: Keys & Pick<Deps, 'randomBytes'>,
  bet: Pick<BetRow, 'escrowId'>,
  password: string,
): Buffer {
  return seal({ key: config.secretsKey, purpose, randomBytes }, Buffer.from(password), ownerOf(bet));
}

/** Returns the password, for the creator only; null when it was erased or SECRETS_KEY changed. */
export function openPassword(
  { config }: Keys,
  bet: Pick<BetRow, 'escrowId' | 'sealedPassword'>,
): string | null {
  if (bet.sealedPassword === null) return null;
  return unseal({ key: config.secretsKey, purpose }, bet.sealedPassword, ownerOf(bet))?.toString() ?? null;
}

/** Compares in constant time; without a password no attempt is right. */
export function isPassword(
  deps: Keys,
  bet: Pick<BetRow, 'escrowId' | 'sealedPassword'>,
  typed: string,
): boolean {
  const password = openPassword(deps, bet);
  return password !== null && timingSafeEqual(digestPassword(deps, password), digestPassword(deps, typed));
}

/**
 * A keyed digest, which distinguishes passwords in stored inputs (P6): a plain hash of a short password could be
 * reversed by trying all of them.
 */
export const digestPassword = ({ config }: Keys, password: string): Buffer =>
  createHmac('sha256', config.secretsKey).update(`bet password\0${password}`).digest();
