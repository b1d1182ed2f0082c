import type { NewRecord } from '@copup/shared/calls/records.ts';

/** The traders of the demo, each with the coins of their stock. */
export const demoTraders: readonly (NewRecord<'trader'> & { stock: number })[] = [
  {
    name: 'Musa Kano',
    price: 93,
    min: 100,
    max: 500,
    payment_method: 'PalmPay, Kuda',
    bank_name: 'PalmPay',
    account_name: 'Musa Ibrahim',
    account_number: '8034471208',
    stock: 640,
  },
  {
    name: 'Kola Trades',
    price: 94,
    min: 50,
    max: 2_000,
    payment_method: 'Bank transfer, OPay',
    bank_name: 'OPay',
    account_name: 'Kolawole Adeyemi',
    account_number: '8012345678',
    stock: 8_400,
  },
  {
    name: 'Bisi FX',
    price: 95,
    min: 20,
    max: 1_000,
    payment_method: 'Bank transfer',
    bank_name: 'GTBank',
    account_name: 'Adebisi Fashola',
    account_number: '0123498765',
    stock: 3_150,
  },
  {
    name: 'Hub Coins',
    price: 96.5,
    min: 10,
    max: 5_000,
    payment_method: 'Bank transfer',
    bank_name: 'Zenith Bank',
    account_name: 'Hub Digital Services',
    account_number: '2087654310',
    stock: 12_000,
  },
  {
    name: 'Nkechi Exchange',
    price: 99,
    min: 5,
    max: 200,
    payment_method: 'Bank transfer, Moniepoint',
    bank_name: 'Moniepoint',
    account_name: 'Nkechi Obi',
    account_number: '3054128876',
    stock: 150,
  },
];

/** Buyers who cannot sign in; their trades keep the operators' queue filled. */
export const demoBuyers = [
  { username: 'chidi_abuja', fullName: 'Chidi Okeke' },
  { username: 'amina_kaduna', fullName: 'Amina Yusuf' },
] as const;
