import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Download, ShieldCheck } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';
import { OwnNumberButton } from '../own-number.tsx';
import { proofFileName, proofText } from '../proof-file.ts';
import { ProofView } from '../proof-view.tsx';

/** The texts of each kind of proof, missing or shown. */
const kinds = {
  card: {
    missing: 'You have no draws here.',
    link: { to: paths.cardLobby, name: 'See the card games' },
    note: 'A new number counts from your next game. Neither Copup nor a player can change a draw after it is sealed.',
  },
  heist: {
    missing: 'There is no heist here.',
    link: { to: paths.heists, name: 'See the heists' },
    note: 'Neither Copup nor a player can change the answers after the first ticket is sold.',
  },
  spin: {
    missing: 'You have no spin here.',
    link: { to: paths.spin, name: 'Go to the wheel' },
    note: 'Neither Copup nor a player can change the spin after it is sealed.',
  },
};
type Kind = keyof typeof kinds;

/** The user's draws in one game, or a heist, verified in the browser. */
export function Page() {
  const { kind = '', id = '' } = useParams();
  const isKind = Object.hasOwn(kinds, kind);
  const texts = kinds[isKind ? (kind as Kind) : 'card'];
  const isPossible = isKind && /^[1-9]\d{0,8}$/.test(id);
  const { data, error, isError, isFetching, refetch } = useQuery({
    queryKey: ['fairness', kind, Number(id)],
    queryFn: ({ signal }) => call('GET /fairness/:kind/:id', { params: { kind, id: Number(id) }, signal }),
    enabled: isPossible,
  });
  const isUnknown = !isPossible || (error instanceof ApiError && error.status === 404);
  return (
    <Screen title="Fair draws" backTo={paths.fair}>
      {data ? (
        <ProofView proof={data} ownNumberAction={<OwnNumberButton />}>
          <div className="grid gap-3 lg:grid-cols-2">
            <Button look="ink" busy={isFetching} busyText="Verifying..." onClick={() => void refetch()}>
              <ShieldCheck size={22} aria-hidden />
              Verify in this browser
            </Button>
            <Button onClick={() => save(data)}>
              <Download size={22} aria-hidden />
              Save proof
            </Button>
          </div>
          <p className="text-sm text-ink-2">{texts.note}</p>
        </ProofView>
      ) : isUnknown ? (
        <EmptyState title={texts.missing} link={texts.link} />
      ) : isError ? (
        <ErrorState isWhole message="Something went wrong." onRetry={() => void refetch()} />
      ) : (
        <Skeletons text="Loading draws..." count={3} className="h-28" />
      )}
    </Screen>
  );
}

const save = (proof: FairnessReply) =>
  saveFile(new Blob([proofText(proof)], { type: 'application/json' }), proofFileName(proof));
