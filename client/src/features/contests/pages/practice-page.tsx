import { type CardOrder, cardOrders } from '@copup/shared/fairness.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { PlayCards } from '../../../ui/play-cards.tsx';
import { RollingNumber } from '../../../ui/rolling-number.tsx';
import { type Faces, faceDown, faceUp } from '../card/faces.ts';

/** The interval of two picks in a game (C3). */
const shownMs = 1_000;

/** Practice: the cards of the game, drawn in this browser, without coins or a stored score. */
export function Page() {
  const [score, setScore] = useState(0);
  const [picks, setPicks] = useState(0);
  const [faces, setFaces] = useState<Faces>(faceDown);
  const isShown = faces !== faceDown;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setFaces(faceDown), shownMs);
    return () => clearTimeout(timer);
  }, [isShown]);
  const pick = (position: number) => {
    const value = practiceDraw()[position] ?? 0;
    setFaces(faceUp(position, value));
    setScore((now) => now + value);
    setPicks((now) => now + 1);
  };
  return (
    <Screen title="Practice" backTo={paths.cardLobby}>
      <section
        aria-label="Practice"
        className="stage adire grid justify-items-center gap-5 overflow-hidden rounded-xl px-4 py-6 text-center [--moon-at:center] lg:py-10"
      >
        <div>
          <p className="font-semibold text-on-stage-2">Your score</p>
          <p className="font-display text-[3.5rem] leading-none font-bold tracking-tighter">
            <RollingNumber value={score} label={`${score} points`} />
          </p>
          <p className="mt-1 text-sm text-on-stage-2">
            {picks} {picks === 1 ? 'pick' : 'picks'}
          </p>
        </div>
        <PlayCards faces={faces} disabled={isShown} onPick={pick} />
        <p className="text-on-stage-2">
          The cards hide 10, 5 and 0. {isShown ? 'Pick again in 1 second.' : 'Pick one.'}
        </p>
      </section>
      <p className="text-sm text-ink-2">
        Practice costs no coins and wins none. The cards are drawn in this browser.
      </p>
      <div className="grid gap-3 lg:grid-cols-2">
        {picks > 0 ? (
          <Button
            onClick={() => {
              setScore(0);
              setPicks(0);
              setFaces(faceDown);
            }}
          >
            Start again
          </Button>
        ) : null}
        <ButtonLink to={paths.cardLobby}>Play for coins</ButtonLink>
      </div>
    </Screen>
  );
}

/** Returns the order of the three cards for one practice pick. All orders are equally likely: bytes above 251 are drawn again. */
function practiceDraw(randomByte = drawByte): CardOrder {
  const limit = 256 - (256 % cardOrders.length);
  let byte = randomByte();
  while (byte >= limit) byte = randomByte();
  return cardOrders[byte % cardOrders.length] as CardOrder;
}

const drawByte = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
