import { useState } from 'react';
import { CoinBalance } from '../ui/coin-balance.tsx';
import { type Recipient, RecipientCard } from '../ui/recipient-card.tsx';
import { Shelf } from './frame.tsx';

const facts = [
  { name: 'Bid value at ₦100', value: '₦1,248,000' },
  { name: 'Payout at ₦90', value: '₦1,123,200' },
];
const held = { name: 'Held by your bids', value: '820 coins' };
const recipients: Recipient[] = [
  { state: 'looking-up' },
  {
    state: 'found',
    name: 'C•••••••• O••••••••',
    handle: 'emeka_nwosu',
  },
  { state: 'mistyped' },
  { state: 'not-found' },
  { state: 'self' },
  { state: 'failed', message: 'Network Error' },
];

export function WalletShelves() {
  const [isHidden, setIsHidden] = useState(false);
  const nothing = () => {};
  return (
    <>
      <Shelf title="Balance">
        <CoinBalance
          amount={12_480}
          isHidden={isHidden}
          onToggle={() => setIsHidden(!isHidden)}
          isStale={false}
          facts={facts}
        />
        <CoinBalance amount={12_480} isHidden onToggle={nothing} isStale={false} facts={facts} />
        <CoinBalance
          amount={1_284_550}
          isHidden={false}
          onToggle={nothing}
          isStale
          facts={[...facts, held]}
        />
        <CoinBalance amount={null} isHidden={false} onToggle={nothing} isStale={false} facts={facts} />
      </Shelf>
      <Shelf title="Recipient">
        {recipients.map((recipient) => (
          <RecipientCard key={recipient.state} recipient={recipient} />
        ))}
      </Shelf>
    </>
  );
}
