import { ClipboardPaste, Search } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { CoinBalance } from '../ui/coin-balance.tsx';
import { Field, Select, TextArea } from '../ui/field.tsx';
import { OtpInput } from '../ui/otp-input.tsx';
import { PinInput } from '../ui/pin-input.tsx';
import { RecipientCard } from '../ui/recipient-card.tsx';
import { Shelf } from './frame.tsx';

const nothing = () => {};

export function FieldShelves() {
  const [otp, setOtp] = useState('4815');
  const [pin, setPin] = useState('');
  return (
    <>
      <Shelf title="Fields">
        <Field label="Amount of Coin" placeholder="0" aside="You have 12,480" inputMode="numeric" />
        <Field label="E-mail" defaultValue="adaeze@example.com" autoComplete="off" />
        <Field label="Search" icon={<Search size={20} aria-hidden />} placeholder="Team or user" />
        <Field
          label="Wallet Address"
          defaultValue="CPN-7f3a91c2be84d05f6612"
          isOk
          className="font-mono"
          action={
            <IconButton label="Paste address">
              <ClipboardPaste size={20} aria-hidden />
            </IconButton>
          }
        />
        <Field
          label="Confirm password"
          type="password"
          defaultValue="abcdefg"
          autoComplete="off"
          error="Passwords do not match"
        />
        <Field label="Username" defaultValue="adaeze_o" disabled hint="It cannot be changed." />
        <Select label="Category">
          <option>Product</option>
          <option>Coupon</option>
        </Select>
        <TextArea label="Delivery address" defaultValue="12 Balogun Street, Lagos Island" />
      </Shelf>
      <Shelf title="Codes">
        <PinInput label="PIN" value={pin} onChange={setPin} />
        <PinInput label="Old PIN" name="old-pin" value="4821" onChange={nothing} />
        <PinInput
          label="New PIN"
          name="new-pin"
          value="41"
          onChange={nothing}
          error="New PIN must be a 4-digit number"
        />
        <PinInput label="PIN while sending" name="sent-pin" value="4821" onChange={nothing} disabled />
        <OtpInput label="OTP" value={otp} onChange={setOtp} hint="check inbox or spam folder" />
        <OtpInput
          label="OTP again"
          value="481516"
          onChange={nothing}
          hint="check inbox or spam folder"
          error="Invalid OTP"
        />
      </Shelf>
    </>
  );
}

const facts = [
  { name: 'Bid value at ₦100', value: '₦1,248,000' },
  { name: 'Payout at ₦90', value: '₦1,123,200' },
];
const held = { name: 'Held by your bids', value: '820 coins' };
const balance = { amount: 12_480, isHidden: false, onToggle: nothing, isStale: false, facts };

export function WalletShelves() {
  const [isHidden, setIsHidden] = useState(false);
  return (
    <>
      <Shelf title="Balance">
        <CoinBalance {...balance} isHidden={isHidden} onToggle={() => setIsHidden(!isHidden)} />
        <CoinBalance {...balance} isHidden />
        <CoinBalance {...balance} amount={1_284_550} isStale facts={[...facts, held]} />
        <CoinBalance {...balance} amount={null} />
      </Shelf>
      <Shelf title="Recipient">
        <RecipientCard
          owner={{ username: 'emeka_nwosu', full_name: 'C•••••••• O••••••••', profile: null }}
          className="bg-ok-soft"
        >
          <Button look="ghost" size="sm">
            Change
          </Button>
        </RecipientCard>
      </Shelf>
    </>
  );
}
