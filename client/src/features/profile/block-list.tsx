import { inCoins } from '@copup/shared/coins.ts';
import {
  findLiveSubject,
  isSubjectKind,
  type LiveSubject,
  type SubjectKindName,
} from '@copup/shared/live-subjects.ts';
import type { DeletionBlock } from '@copup/shared/people.ts';
import {
  Banknote,
  CreditCard,
  Gamepad2,
  Gavel,
  Gift,
  Handshake,
  Landmark,
  ListChecks,
  Lock,
  type LucideIcon,
  Package,
  ShieldCheck,
  ShoppingCart,
  Swords,
  Vault,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { formatMoment } from '../../lib/format-time.ts';
import { unknownKind } from '../../lib/unknown-kind.ts';

type Words = [Icon: LucideIcon, title: string, link: string];

const subjectIcons: Readonly<Partial<Record<string, LucideIcon>>> = {
  auction: Gavel,
  contest: Gamepad2,
  heist: Vault,
};

/** A live subject that the user entered. */
function subjectWords(kind: SubjectKindName): Words {
  const { noun, leaving } = findLiveSubject(kind) as LiveSubject;
  const title = leaving?.entry === 'ticket' ? `You have a ticket for ${noun}` : `You joined ${noun}`;
  return [subjectIcons[kind] ?? Lock, title, `See ${kind}`];
}

function wordsOf({ kind, bid_points }: DeletionBlock): Words {
  if (isSubjectKind(kind)) return subjectWords(kind);
  const coins = bid_points === null ? 'Coins' : inCoins(bid_points);
  const words: Record<typeof kind, Words> = {
    held: [Lock, `${coins} held`, 'See timeline'],
    cart: [ShoppingCart, 'A prize is in your cart', 'Go to cart'],
    order: [Package, 'An order is not delivered', 'See orders'],
    payment: [Banknote, `A payment for ${coins} is open`, 'See payment'],
    card_payment: [CreditCard, `${coins} bought by card can still be reversed`, 'See payment'],
    dispute: [CreditCard, `A card payment for ${coins} is disputed`, 'See payment'],
    payout: [Landmark, `A payout of ${coins} is open`, 'See payout'],
    trade: [Handshake, `A trade for ${coins} is open`, 'See trade'],
    debt: [Banknote, `You owe ${coins}`, 'Buy coins'],
    last_operator: [ShieldCheck, 'You are the only owner', ''],
    bet: [Swords, 'A bet is open', 'See bets'],
    task: [ListChecks, 'A task is not decided', 'See tasks'],
    reward: [Gift, 'A reward can be claimed', 'See rewards'],
  };
  // A newer server may send other kinds.
  return words[kind] ?? [Lock, unknownKind('reason against a deletion', kind), 'See it'];
}

/** What prevents the deletion, each with the page on which it can be settled. */
export function BlockList({ blocks }: { blocks: readonly DeletionBlock[] }) {
  return (
    <ul className="divide-y divide-line rounded-md bg-canvas px-3.5" aria-label="What prevents the deletion">
      {blocks.map((block, nth) => {
        const [Icon, title, link] = wordsOf(block);
        const details =
          block.kind === 'card_payment'
            ? `Until ${formatMoment(Date.parse(block.details), Date.now())}`
            : block.details;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while it is shown
          <li key={nth} className="flex flex-wrap items-center gap-x-3 py-2.5">
            <Icon size={20} aria-hidden className="shrink-0 text-danger" />
            <div className="min-w-32 flex-1">
              <p className="font-semibold">{title}</p>
              {details ? <p className="text-sm wrap-anywhere text-ink-2">{details}</p> : null}
            </div>
            {block.path && link ? (
              <Link
                to={block.path}
                className="inline-flex min-h-tap items-center text-sm font-semibold text-brand"
              >
                {link}
              </Link>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
