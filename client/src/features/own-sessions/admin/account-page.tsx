import { capitalized } from '../../../console/capitalized.ts';
import { RightsList, useOwnRights } from '../../../console/may-change.tsx';
import { Card } from '../../../ui/card.tsx';
import { Page as SessionList } from '../session-list.tsx';

/** An operator's own role (S8) and devices. */
export function Page() {
  const { data } = useOwnRights();
  return (
    <>
      {data ? (
        <Card className="grid gap-2 p-5 text-sm text-ink-2">
          <h2 className="text-ctl text-ink">Your role: {capitalized(data.role)}</h2>
          <p>You see everything here, and you may:</p>
          <RightsList role={data.role} />
        </Card>
      ) : null}
      <SessionList />
    </>
  );
}
