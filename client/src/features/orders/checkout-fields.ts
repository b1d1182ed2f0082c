import type { CheckoutBody } from '@copup/shared/cart.ts';
import { formatPhone, phoneError, readPhone } from '../../lib/nigeria.ts';
import type { WonItem } from './carts.ts';

/** What a prize needs: an address, a bank account, a contact, a number to top up, or a text (H9). */
export type Need = 'address' | 'bank' | 'contact' | 'airtime' | 'text';
type Read = (name: string) => string;
type Check = (value: string, read: Read) => string | undefined;

export interface CheckoutField {
  name: string;
  label: string;
  aside?: string;
  hint?: string;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: 'tel' | 'numeric';
  maxLength?: number;
}

const tel = { inputMode: 'tel', maxLength: 20 } as const;
const person: CheckoutField[] = [
  { name: 'fullName', label: 'Full name', autoComplete: 'name', maxLength: 80 },
  { ...tel, name: 'phone', label: 'Phone', hint: 'The rider calls this number.', autoComplete: 'tel' },
];
const landmark = { name: 'landmark', label: 'Landmark', aside: 'optional', maxLength: 100 };
const place: CheckoutField[] = [
  { name: 'street', label: 'Street and house number', autoComplete: 'address-line1', maxLength: 160 },
  { name: 'city', label: 'City', autoComplete: 'address-level2', maxLength: 60 },
  { name: 'state', label: 'State', autoComplete: 'address-level1' },
  { ...landmark, hint: 'A place that a rider can ask for. Kept on this phone for your next order.' },
];
const number = {
  name: 'accountNumber',
  label: 'Account number',
  inputMode: 'numeric',
  maxLength: 10,
} as const;
const account: CheckoutField[] = [
  { name: 'accountName', label: 'Account name', hint: 'The full name on the account', maxLength: 100 },
  { ...number, hint: '10 digits (NUBAN). Check both: we pay to this account.' },
];
const contact = { name: 'contactInfo', label: 'Contact', hint: 'A phone number or e-mail', maxLength: 100 };
const topUp: CheckoutField[] = [
  { ...tel, name: 'topUp', label: 'Number to top up' },
  {
    ...tel,
    name: 'topUpAgain',
    label: 'Type it again',
    hint: 'Airtime can’t be taken back, so we ask twice.',
  },
];
const text = { name: 'address', label: 'Phone number and address', autoComplete: 'street-address' };

/** The fields in their order, below their headings. */
export const sections: readonly [need: Need, title: string, fields: readonly CheckoutField[]][] = [
  ['address', 'Who gets it?', person],
  ['address', 'Where to?', place],
  ['bank', 'Your bank account', account],
  ['contact', 'Where does the coupon go?', [contact]],
  ['airtime', 'Network', topUp],
  ['text', 'Where to?', [{ ...text, maxLength: 500, hint: 'We call this number before we deliver.' }]],
];

/** Of the fields whose input is not just missing or not. */
const checks: Record<string, Check> = {
  phone: phoneError,
  landmark: () => undefined,
  accountNumber: (value) =>
    /^\d{10}$/.test(value) ? undefined : 'Enter the 10 digits of the account number',
  topUp: phoneError,
  topUpAgain: (again, read) =>
    again !== '' && readPhone(again) === readPhone(read('topUp')) ? undefined : 'The two numbers differ',
  address: (value) => (value.length >= 5 ? undefined : 'Enter a phone number and an address'),
};

/** A10: returns what the items need, by their categories and, for airtime, their names. */
export const needsOf = (items: readonly Pick<WonItem, 'category' | 'name'>[]): Need[] =>
  items.map(({ category, name }) => {
    if (category !== 'coupon') return category === 'product' ? 'address' : 'bank';
    return /\bairtime\b/i.test(name) ? 'airtime' : 'contact';
  });

/** The address first, then the rest, if both are asked for. */
export function stepsOf(needs: readonly Need[]): readonly (readonly Need[])[] {
  const others = needs.filter((need) => need !== 'address');
  return needs.includes('address') && others.length > 0 ? [['address'], others] : [needs];
}

const names = {
  address: 'Address',
  bank: 'Bank account',
  contact: 'Contact',
  airtime: 'Airtime number',
  text: '',
};
export const stepName = ([first = 'text', ...others]: readonly Need[]): string =>
  others.every((need) => need === first) ? names[first] : 'Other details';

/** Returns what is wrong with the fields of these needs, in their order. */
export const checkDetails = (needs: readonly Need[], read: Read): Record<string, string | undefined> =>
  Object.fromEntries(
    sections
      .flatMap(([need, title, fields]) => {
        const own = need === 'airtime' ? [{ name: 'network', label: title }, ...fields] : fields;
        return needs.includes(need) ? own : [];
      })
      .map(({ name, label }) => {
        const missing = read(name) === '' ? `Enter the ${label.toLowerCase()}` : undefined;
        return [name, checks[name] ? checks[name](read(name), read) : missing];
      }),
  );

/** Joins what was typed for these needs in the fields that the server takes. */
export function textsFor(needs: readonly Need[], read: Read): CheckoutBody {
  const near = read('landmark') && `Landmark: ${read('landmark')}`;
  const place = `${read('city')}, ${read('state')}`;
  const lines = [read('fullName'), formatPhone(read('phone')), read('street'), place, near];
  const contacts = [
    needs.includes('contact') ? read('contactInfo') : '',
    needs.includes('airtime') ? `${read('network')} ${formatPhone(read('topUp'))}` : '',
  ];
  const texts = {
    address: needs.includes('address') ? lines.filter(Boolean).join('\n') : read('address'),
    accountName: read('accountName'),
    accountNumber: read('accountNumber'),
    contactInfo: contacts.filter(Boolean).join(', '),
  };
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
}
