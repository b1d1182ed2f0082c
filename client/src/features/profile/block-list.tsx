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

interface Words {
  Icon: LucideIcon;
  title: string;
  /** In place of those of the block. */
  details?: string;
  /** The text of the link. */
  link: string;
}

const coins = (amount: number | null) => (amount === null ? 'Coins' : inCoins(amount));

const subjectIcons: Readonly<Partial<Record<string, LucideIcon>>> = {
  auction: Gavel,
  contest: Gamepad2,
  heist: Vault,
};

/** A live subject that the user entered. */
function subjectWords(kind: SubjectKindName): Words {
  const { noun, leaving } = findLiveSubject(kind) as LiveSubject;
  return {
    Icon: subjectIcons[kind] ?? Lock,
    title: leaving?.entry === 'ticket' ? `You have a ticket for ${noun}` : `You joined ${noun}`,
    link: `See ${kind}`,
  };
}

function wordsOf({ kind, details, bid_points }: DeletionBlock): Words {
  if (isSubjectKind(kind)) return subjectWords(kind);
  switch (kind) {
    case 'held':
      return { Icon: Lock, title: `${coins(bid_points)} held`, link: 'See timeline' };
    case 'cart':
      return { Icon: ShoppingCart, title: 'A prize is in your cart', link: 'Go to cart' };
    case 'order':
      return { Icon: Package, title: 'An order is not delivered', link: 'See orders' };
    case 'payment':
      return { Icon: Banknote, title: `A payment for ${coins(bid_points)} is open`, link: 'See payment' };
    case 'card_payment':
      return {
        Icon: CreditCard,
        title: `${coins(bid_points)} bought by card can still be reversed`,
        details: `Until ${formatMoment(Date.parse(details), Date.now())}`,
        link: 'See payment',
      };
    case 'dispute':
      return {
        Icon: CreditCard,
        title: `A card payment for ${coins(bid_points)} is disputed`,
        link: 'See payment',
      };
    case 'payout':
      return { Icon: Landmark, title: `A payout of ${coins(bid_points)} is open`, link: 'See payout' };
    case 'trade':
      return { Icon: Handshake, title: `A trade for ${coins(bid_points)} is open`, link: 'See trade' };
    case 'debt':
      return { Icon: Banknote, title: `You owe ${coins(bid_points)}`, link: 'Buy coins' };
    case 'last_operator':
      return { Icon: ShieldCheck, title: 'You are the only operator', link: '' };
    case 'bet':
      return { Icon: Swords, title: 'A bet is open', link: 'See bets' };
    case 'task':
      return { Icon: ListChecks, title: 'A task is not decided', link: 'See tasks' };
    case 'reward':
      return { Icon: Gift, title: 'A reward can be claimed', link: 'See rewards' };
    default:
      return {
        Icon: Lock,
        title: unknownKind('reason against a deletion', kind satisfies never),
        link: 'See it',
      };
  }
}

/** What prevents the deletion, each with the page on which it can be settled. */
export function BlockList({ blocks }: { blocks: readonly DeletionBlock[] }) {
  return (
    <ul className="divide-y divide-line rounded-md bg-canvas px-3.5" aria-label="What prevents the deletion">
      {blocks.map((block, nth) => {
        const { Icon, title, details = block.details, link } = wordsOf(block);
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
