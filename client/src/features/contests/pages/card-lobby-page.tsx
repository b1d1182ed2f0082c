import { ButtonLink } from '../../../ui/button.tsx';
import { Lobby } from '../lobby.tsx';
import { contestPaths } from '../paths.ts';

export function Page() {
  return (
    <Lobby kind="card">
      <div className="grid gap-3 lg:grid-cols-3">
        <ButtonLink look="line" to={contestPaths.cards}>
          All card games
        </ButtonLink>
        <ButtonLink look="line" to={contestPaths.cardPractice}>
          Practise without coins
        </ButtonLink>
        <ButtonLink look="line" to="/fair">
          Fair draws
        </ButtonLink>
      </div>
    </Lobby>
  );
}
