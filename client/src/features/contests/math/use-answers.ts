import type { Standing } from '@copup/shared/contests.ts';
import type { MathQuestion } from '@copup/shared/math-games.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../../lib/api-error.ts';
import { call, callOnce } from '../../../lib/calls.ts';
import { toast } from '../../../ui/toast.ts';

/** Time for which a result is shown before the next question; longer than the server's minimum time for an answer (C4). */
const resultMs = 600;

interface Answered {
  question: MathQuestion;
  option: number;
  isCorrect: boolean;
  message: string;
  next: MathQuestion;
}

/** The open question of a game, answered one at a time. */
export function useAnswers(gameId: number, isOpen: boolean, onAnswered: (standing: Standing) => void) {
  const queries = useQueryClient();
  const queryKey = ['question', gameId];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET /mathGame/new-question/:id', { params: { id: gameId }, signal }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [answered, setAnswered] = useState<Answered | null>(null);
  const { mutate, isPending, variables } = useMutation({
    meta: { moment: 'answer' },
    mutationFn: ({ question, option }: { question: MathQuestion; option: number }) =>
      callOnce(`answer:${question.id}`, 'POST /mathGame/pick-answer', {
        body: { gameId, questionId: question.id, pickedOption: option },
      }),
    onSuccess: ({ correct, message, newQuestion, score, rank }, { question, option }) => {
      setAnswered({ question, option, isCorrect: correct, message, next: newQuestion });
      onAnswered({ score, rank });
    },
    onError: (error) => {
      toast.error(messageOf(error, 'Failed to submit answer'));
      if (error instanceof ApiError && error.code === 'QUESTION_CLOSED') void refetch();
    },
  });

  useEffect(() => {
    if (!answered) return;
    const timer = setTimeout(() => {
      queries.setQueryData(['question', gameId], answered.next);
      setAnswered(null);
    }, resultMs);
    return () => clearTimeout(timer);
  }, [answered, gameId, queries]);

  return {
    question: answered?.question ?? data,
    answered,
    /** The option of the pending answer. */
    sending: isPending ? variables.option : null,
    answer: (question: MathQuestion, option: number) => mutate({ question, option }),
    hasFailed: isError,
    retry: () => void refetch(),
  };
}
