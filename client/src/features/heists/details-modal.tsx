import type { Heist } from '@copup/shared/heists.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ItemPicture } from '../../ui/item-picture.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Coins } from '../../ui/money.tsx';
import { prizeTints } from '../../ui/vault-card.tsx';
import { SealLink } from './seal-link.tsx';

/** The facts of a heist's prize. */
export function DetailsModal({ heist, onClose }: { heist: Heist; onClose: () => void }) {
  const facts = [
    ['Prize', heist.prize_name],
    ['Worth', <Coins key="worth" amount={heist.prize} />],
    ['Ticket price', <Coins key="price" amount={heist.ticket_price} />],
    ['Category', heist.category],
  ] as const;
  return (
    <Modal title={heist.name} onClose={onClose}>
      {(leave) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
          <ItemPicture
            name={heist.prize_name}
            category={heist.category}
            image={heist.prize_image}
            sizes="(min-width: 1024px) 404px, 92vw"
            className={classNames('h-48 w-full rounded-[18px]! *:h-[78%]!', prizeTints[heist.category])}
          />
          <dl className="divide-y divide-line rounded-[18px] bg-canvas px-4">
            {facts.map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-3 py-2.5">
                <dt className="text-ink-2">{name}</dt>
                <dd className="min-w-0 font-semibold wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <SealLink id={heist.id} hash={heist.answer_commitment} />
          <Button look="ink" onClick={leave}>
            Close
          </Button>
        </div>
      )}
    </Modal>
  );
}
