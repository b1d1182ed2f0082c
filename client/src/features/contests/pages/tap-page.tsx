import { useParams } from 'react-router-dom';
import { PlayPage } from '../play-page.tsx';
import { TapScreen } from '../tap/tap-screen.tsx';

export function Page() {
  const { contestId } = useParams();
  return (
    <PlayPage kind="tap" idText={contestId} errorText="Something went wrong.">
      {(contest, error) => <TapScreen key={contest.id} contest={contest} hasReadError={Boolean(error)} />}
    </PlayPage>
  );
}
