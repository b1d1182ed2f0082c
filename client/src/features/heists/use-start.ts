import type { Heist } from '@copup/shared/heists.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { useServerNow } from '../../realtime/index.ts';
import { HOT_SECONDS, phaseOf } from './live-heist.ts';

/** Moments that the user has seen: a user who leaves the vault is not brought back to it. */
const seen = new Set<string>();

/** Shortly before the start, and once the result is known. */
function momentOf(heist: Heist, nowMs: number): string | null {
  const phase = phaseOf(heist, nowMs);
  const isLate = nowMs - Date.parse(heist.starts_at) > HOT_SECONDS * 1_000;
  if (phase === 'hot' || (phase === 'opening' && !isLate)) return `start ${heist.id}`;
  return phase === 'completed' ? `end ${heist.id}` : null;
}

/** Whether a dialog is open, in which the user may be writing or buying. */
const isInDialog = () => document.querySelector('dialog[open]') !== null;

/** Opens the vault of a listed heist for its ticket holder in the last seconds before the start, and at its end. */
export function useStart(heists: readonly Heist[]): void {
  const navigate = useNavigate();
  const nowMs = useServerNow();
  let due: { id: number; moment: string } | undefined;
  for (const heist of heists) {
    const moment = heist.joined ? momentOf(heist, nowMs) : null;
    if (moment !== null && !seen.has(moment)) due = { id: heist.id, moment };
  }
  const { id, moment } = due ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: each second, until no dialog is open
  useEffect(() => {
    if (moment === undefined || id === undefined || isInDialog()) return;
    seen.add(moment);
    void navigate(pathTo(paths.vault, id));
  }, [moment, id, navigate, nowMs]);
}

/** Called by the vault's page, which shows both moments. */
export function markSeen(heist: Heist, nowMs: number): void {
  const moment = momentOf(heist, nowMs);
  if (moment !== null) seen.add(moment);
}
