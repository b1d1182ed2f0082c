import { useParams } from 'react-router-dom';
import { MathScreen } from '../math/math-screen.tsx';
import { PlayPage } from '../play-page.tsx';

export function Page() {
  const { gameId } = useParams();
  return (
    <PlayPage kind="math" idText={gameId} errorText="Failed to fetch countdown">
      {(game, error) => <MathScreen key={game.id} game={game} hasReadError={Boolean(error)} />}
    </PlayPage>
  );
}
