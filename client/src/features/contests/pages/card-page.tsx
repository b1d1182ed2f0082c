import { useParams } from 'react-router-dom';
import { CardScreen } from '../card/card-screen.tsx';
import { PlayPage } from '../play-page.tsx';

export function Page() {
  const { gameId } = useParams();
  return (
    <PlayPage kind="card" idText={gameId} errorText="Error fetching game.">
      {(game, error) => <CardScreen key={game.id} game={game} hasReadError={Boolean(error)} />}
    </PlayPage>
  );
}
