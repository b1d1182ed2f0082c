import type { ListedBet } from '@copup/shared/bets.ts';
import { paths } from '@copup/shared/page-paths.ts';

/** Below the team that a player who joins will back. */
export const ownSide = 'Your side';

/** Who backs each team. A player who joins backs the second one. */
export function backersOf({ status, creator, opponent, own_side }: ListedBet): [string, string] {
  if (own_side === 'team_a') return ['You', opponent ?? 'The other player'];
  if (own_side === 'team_b') return [creator, 'You'];
  return [creator, opponent ?? (status === 'pending' ? ownSide : 'Another player')];
}

/** B2: only a pending bet of another player can be joined, until kickoff. */
export function closedText(
  { status, opponent, kickoff, own_side }: ListedBet,
  nowMs: number,
): string | undefined {
  if (own_side !== null) return own_side === 'team_a' ? 'This is your own bet.' : 'You joined this bet.';
  if (status === 'active' || status === 'settled') return `${opponent ?? 'Another player'} joined this bet.`;
  if (status === 'cancelled') return 'This bet was cancelled.';
  return Date.parse(kickoff) <= nowMs ? 'The match has started.' : undefined;
}

const param = 'bet';

/** The address that opens a bet for a friend. The password is never in it. */
export const linkTo = (betId: number): string => `${location.origin}${paths.bets}?${param}=${betId}`;

/** Returns the bet that the address of /allBet opens; null without one. */
export function linkedBet(search: URLSearchParams): number | null {
  const text = search.get(param) ?? '';
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
}
