import { ListAge } from '../../parts/list-age.tsx';

/** How old the lists are while the server cannot be reached. */
export function HeistsAge({ readAtMs, hasTicket }: { readAtMs: number; hasTicket: boolean }) {
  return (
    <ListAge
      readAtMs={readAtMs}
      lead={hasTicket ? 'Your ticket is safe. The question loads as soon as your network is back. ' : ''}
      text="You can buy tickets again once your network is back."
    />
  );
}
