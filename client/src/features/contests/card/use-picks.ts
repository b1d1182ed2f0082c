import type { CardGameDetail, PickCardReply } from '@copup/shared/card-games.ts';
import type { Standing } from '@copup/shared/contests.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { callOnce } from '../../../lib/calls.ts';
import { randomId } from '../../../lib/random-id.ts';
import { toast } from '../../../ui/toast.ts';
import { faceDown, faceUp } from './faces.ts';

/** Picks cards of one game, one at a time (C3). */
export function usePicks(game: CardGameDetail, nowMs: number, onPicked: (standing: Standing) => void) {
  const [last, setLast] = useState<PickCardReply | null>(null);
  const [error, setError] = useState<string | null>(null);
  // A pick with an unknown outcome is repeated with the same name.
  const attempt = useRef<{ position: number; name: string } | null>(null);
  const [blockedUntilMs, setBlockedUntilMs] = useState(
    game.next_pick_at === null ? 0 : Date.parse(game.next_pick_at),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: (position: number) => {
      if (attempt.current?.position !== position) attempt.current = { position, name: randomId() };
      return callOnce(`pick:${game.id}:${attempt.current.name}`, 'POST /cardGameOne/pick-card', {
        body: { gameId: game.id, position },
      });
    },
    onSuccess: (reply) => {
      attempt.current = null;
      setLast(reply);
      setBlockedUntilMs(Date.parse(reply.next_pick_at));
      onPicked({ score: reply.score, rank: reply.rank });
    },
    onError: (failure) => {
      const refusal = failure instanceof ApiError ? failure : null;
      if (!refusal?.isOutcomeUnknown) attempt.current = null;
      const text = messageOf(failure, 'Error picking card.');
      if (refusal?.code === 'TOO_FAST' || refusal?.code === 'CONTEST_ENDED') toast.error(text);
      else setError(text);
    },
  });
  return {
    // Face down again once the next pick is possible.
    faces: last && nowMs < blockedUntilMs ? faceUp(last.position, last.pickedCard) : faceDown,
    pick: mutate,
    isBusy: isPending,
    /** When the next pick is possible, by the server's clock; 0 means at once. */
    nextPickAtMs: blockedUntilMs,
    /** An error that replaces the screen. */
    error,
    dismissError: () => setError(null),
  };
}
