import type { MathGameDetail, MathQuestion } from '@copup/shared/math-games.ts';
import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { shortcutOf } from '../../../lib/shortcuts.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EndModal } from '../end-modal.tsx';
import { useAnswers } from '../math/use-answers.ts';
import { PlayFrame } from '../play-frame.tsx';
import { PlayGate, PlayPage } from '../play-page.tsx';
import { isWaiting, useLiveContest } from '../use-contest.ts';
import { WonScreen } from '../won-screen.tsx';

export function Page() {
  const { gameId } = useParams();
  return (
    <PlayPage kind="math" idText={gameId} errorText="Failed to fetch countdown">
      {(game, error) => <MathScreen key={game.id} game={game} hasReadError={Boolean(error)} />}
    </PlayPage>
  );
}

/** A math game: the question, four options, and the leaderboard. */
function MathScreen({ game, hasReadError }: { game: MathGameDetail; hasReadError: boolean }) {
  const live = useLiveContest('math', game);
  const { phase, isStale } = live;
  const isOpen = game.joined && phase === 'live';
  const answers = useAnswers(game.id, isOpen, live.setStanding);
  const { question, answered, sending } = answers;
  if (live.hasWon) return <WonScreen kind="math" live={live} />;
  return (
    <>
      <PlayFrame
        kind="math"
        live={live}
        boardError={live.roomStatus === 'refused' ? 'Failed to fetch leaderboard' : undefined}
      >
        <p role="status" className="grid min-h-11 place-items-center">
          {answered ? (
            <span
              className={classNames(
                'inline-flex items-center gap-2 rounded-full px-4 py-2 font-semibold',
                answered.isCorrect ? 'bg-[#0c3a2c] text-win' : 'bg-[#3a0f17] text-[#ffb3bd]',
              )}
            >
              {answered.isCorrect ? <Check size={20} aria-hidden /> : <X size={20} aria-hidden />}
              {answered.isCorrect ? 'Correct answer!' : 'Wrong answer!'}
            </span>
          ) : null}
        </p>
        <PlayGate kind="math" live={live} />
        {isWaiting(live) ? <Practice /> : null}
        {isOpen && question ? (
          <Question
            question={question}
            chosen={answered?.option ?? sending}
            isCorrect={answered ? answered.isCorrect : null}
            disabled={isStale || answered !== null || sending !== null}
            onAnswer={(option) => answers.answer(question, option)}
          />
        ) : null}
        {isOpen && !question && answers.hasFailed ? (
          <div role="alert" className="grid justify-items-center gap-3">
            <p>Failed to fetch question</p>
            <Button size="sm" onClick={answers.retry}>
              Try again
            </Button>
          </div>
        ) : null}
        {phase === 'closing' ? <p role="status">Time is up.</p> : null}
      </PlayFrame>
      <EndModal kind="math" live={live} error={hasReadError ? 'Something went wrong.' : undefined} />
    </>
  );
}

/** A question that is drawn in this browser, until it is answered. */
function Practice() {
  const [question, setQuestion] = useState(drawQuestion);
  const [wrong, setWrong] = useState<number | null>(null);
  const answer = (option: number) => {
    const isRight = option === question.number1 + question.number2;
    setWrong(isRight ? null : option);
    if (isRight) setQuestion(drawQuestion());
  };
  return (
    <>
      <p className="max-w-[34ch] text-center text-on-stage-2">
        Practise here. It costs no coins, and these answers don’t count.
      </p>
      <Question question={question} chosen={wrong} isCorrect={false} disabled={false} onAnswer={answer} />
    </>
  );
}

function drawQuestion(): Omit<MathQuestion, 'id'> {
  const draw = (from: number, count: number) => from + Math.floor(Math.random() * count);
  const [number1, number2, step, place] = [draw(10, 90), draw(10, 90), draw(1, 6), draw(0, 4)];
  return { number1, number2, options: [0, 1, 2, 3].map((at) => number1 + number2 + (at - place) * step) };
}

interface QuestionProps {
  question: Omit<MathQuestion, 'id'>;
  chosen: number | null;
  /** Null until the result is known. */
  isCorrect: boolean | null;
  disabled: boolean;
  onAnswer: (option: number) => void;
}

/** A question, answered by pointer or with the keys 1 to 4. */
function Question({ question, chosen, isCorrect, disabled, onAnswer }: QuestionProps) {
  const { number1, number2, options } = question;
  const answer = useRef(onAnswer);
  useEffect(() => {
    answer.current = onAnswer;
  });
  useEffect(() => {
    if (disabled) return;
    const onKey = (event: KeyboardEvent) => {
      const option = options[['1', '2', '3', '4'].indexOf(shortcutOf(event) ?? '')];
      if (option !== undefined) answer.current(option);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [disabled, options]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-labelledby="question" className="w-full max-w-140">
      <h2
        id="question"
        className="text-center font-display text-[min(4rem,15vw)] leading-tight font-bold tracking-tighter"
      >
        <span aria-live="polite" className="sr-only">
          {number1} + {number2} = ?
        </span>
        <span aria-hidden="true">
          {number1} + {number2} = <span className="border-b-5 border-coin px-2">?</span>
        </span>
      </h2>
      <div className="mt-6 grid grid-cols-2 gap-3">
        {options.map((option, at) => {
          const isChosen = option === chosen;
          return (
            <button
              // biome-ignore lint/suspicious/noArrayIndexKey: four options with fixed positions, which keep the focus
              key={at}
              type="button"
              aria-keyshortcuts={String(at + 1)}
              aria-pressed={isChosen}
              aria-disabled={disabled || undefined}
              onClick={disabled ? undefined : () => onAnswer(option)}
              className={classNames(
                'inline-flex min-h-20 items-center justify-center gap-2 rounded-lg font-display text-[2rem] font-bold tracking-tight transition-transform duration-(--dur-press) active:scale-98',
                isChosen && isCorrect === true && 'bg-[#0a7245] text-white',
                isChosen && isCorrect === false && 'bg-[#b3152b] text-white',
                isChosen && isCorrect === null && 'bg-white/30',
                !isChosen && 'bg-[#32418d]',
                disabled && !isChosen && 'text-on-stage-2',
              )}
            >
              {isChosen && isCorrect !== null ? (
                isCorrect ? (
                  <Check size={26} aria-label="Correct" />
                ) : (
                  <X size={26} aria-label="Wrong" />
                )
              ) : null}
              {option}
            </button>
          );
        })}
      </div>
    </div>
  );
}
