import { Plus } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';
import { section, sectionTitle } from './section-look.ts';

const questions = [
  {
    question: 'What is a coin worth?',
    answer:
      '1 coin is ₦100 when you bid and ₦90 when you are paid out. You always see the naira next to the coins before you tap.',
  },
  {
    question: 'How do I get coins?',
    answer:
      'Buy them in the coin shop by bank transfer, receive them from a friend, or earn them: tasks, contests and invitations pay in coins.',
  },
  {
    question: 'What if my network drops during an auction?',
    answer:
      'The page shows it and pauses bidding, so you never bid on an old price. If the reply to a bid was lost, trying again does not bid twice.',
  },
  {
    question: 'How do payouts reach my bank?',
    answer:
      'Ask for a payout with your account number and PIN. The coins are set aside until a person has checked the request, then the naira are sent to your account. A refused request gives the coins back.',
  },
  {
    question: 'Who can join?',
    answer: 'Anyone in Nigeria who is 18 or older, or has a parent’s or guardian’s consent.',
  },
];

export function Faq() {
  return (
    <section id="faq" className={classNames(section, 'lg:grid lg:grid-cols-[320px_1fr] lg:gap-10')}>
      <h2 className={sectionTitle}>Good questions</h2>
      <div className="divide-y divide-line rounded-[22px] bg-surface shadow-1">
        {questions.map(({ question, answer }, nth) => (
          <details key={question} open={nth === 0} className="group px-4.5">
            <summary className="flex min-h-15 list-none items-center justify-between gap-3 leading-tight font-semibold [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                size={20}
                aria-hidden
                className="shrink-0 text-ink-3 transition-transform duration-(--dur-state) group-open:rotate-45"
              />
            </summary>
            <p className="pr-7.5 pb-4.5 leading-[1.45] text-ink-2">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
