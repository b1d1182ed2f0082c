import { ClipboardPaste, Search } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button, type ButtonProps, IconButton } from '../ui/button.tsx';
import { Chip, type ChipLook } from '../ui/chip.tsx';
import { Field, Select, TextArea } from '../ui/field.tsx';
import { OtpInput } from '../ui/otp-input.tsx';
import { PinInput } from '../ui/pin-input.tsx';
import { Line, Shelf, Stage } from './frame.tsx';

const buttons: readonly ButtonProps[] = [
  { look: 'coin', children: 'Place Bid' },
  { look: 'coin', busy: true, children: 'Pay Entry Fee (50 coin)' },
  { look: 'coin', disabled: true, children: 'Pay the entry fee first' },
  { look: 'ink', disabled: true, children: 'Resend in 0:42' },
  { look: 'line', children: 'View Winner' },
  { look: 'danger', children: 'Delete Account' },
  { look: 'soft', children: 'Ticket bought' },
  { look: 'ghost', children: 'Cancel' },
  { look: 'line', size: 'sm', children: 'See auctions' },
];
const chips: readonly ChipLook[] = ['plain', 'ok', 'warn', 'bad', 'hot', 'brand', 'coin'];

export function ButtonShelf() {
  const [isBusy, setIsBusy] = useState(false);
  const show = (props: ButtonProps) => <Button key={String(props.children)} {...props} />;
  return (
    <Shelf title="Buttons">
      <Line>
        <Button look="ink" busy={isBusy} busyText="Processing..." onClick={() => setIsBusy(true)}>
          Register
        </Button>
        {buttons.map(show)}
      </Line>
      <Stage>
        <Line>{buttons.filter(({ look }) => look === 'coin' || look === 'line').map(show)}</Line>
      </Stage>
      <Line>
        {chips.map((look) => (
          <Chip key={look} look={look}>
            {look}
          </Chip>
        ))}
      </Line>
    </Shelf>
  );
}

const fields: readonly ComponentProps<typeof Field>[] = [
  { label: 'Amount of Coin', placeholder: '0', aside: 'You have 12,480', inputMode: 'numeric' },
  { label: 'Search', icon: <Search size={20} aria-hidden />, placeholder: 'Team or user' },
  {
    label: 'Wallet Address',
    defaultValue: 'CPN-7f3a91c2be84d05f6612',
    isOk: true,
    className: 'font-mono',
    action: (
      <IconButton label="Paste address">
        <ClipboardPaste size={20} aria-hidden />
      </IconButton>
    ),
  },
  {
    label: 'Confirm password',
    type: 'password',
    defaultValue: 'abcdefg',
    autoComplete: 'off',
    error: 'Passwords do not match',
  },
  { label: 'Username', defaultValue: 'adaeze_o', disabled: true, hint: 'It cannot be changed.' },
];

export function FieldShelf() {
  const [otp, setOtp] = useState('4815');
  const [pin, setPin] = useState('');
  return (
    <Shelf title="Fields">
      {fields.map((props) => (
        <Field key={props.label} {...props} />
      ))}
      <Select label="Category">
        <option>Product</option>
        <option>Coupon</option>
      </Select>
      <TextArea label="Delivery address" defaultValue="12 Balogun Street, Lagos Island" />
      <PinInput label="PIN" value={pin} onChange={setPin} />
      <OtpInput label="OTP" value={otp} onChange={setOtp} hint="check inbox or spam folder" />
    </Shelf>
  );
}
