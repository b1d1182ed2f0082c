import type { CartItem, CheckoutBody } from '@copup/shared/cart.ts';

type Category = CartItem['category'];
export type CheckoutField = 'address' | 'accountName' | 'accountNumber' | 'contactInfo';

const fieldsOf: Record<Category, CheckoutField[]> = {
  product: ['address'],
  cash: ['accountName', 'accountNumber'],
  coupon: ['contactInfo'],
};
const order: CheckoutField[] = ['address', 'accountName', 'accountNumber', 'contactInfo'];

/** A10: returns the required fields, by the categories in the cart. */
export function fieldsFor(items: readonly Pick<CartItem, 'category'>[]): CheckoutField[] {
  const needed = new Set(items.flatMap((item) => fieldsOf[item.category]));
  return order.filter((field) => needed.has(field));
}

const errorTexts: Record<CheckoutField, string> = {
  address: 'Enter the delivery address',
  accountName: 'Enter the account name',
  accountNumber: 'Enter the 10 digits of the account number',
  contactInfo: 'Enter a phone number or e-mail',
};

export function checkCheckout(
  fields: readonly CheckoutField[],
  body: CheckoutBody,
): Partial<Record<CheckoutField, string | undefined>> {
  const isGood = (field: CheckoutField) => {
    const value = body[field]?.trim() ?? '';
    return field === 'accountNumber' ? /^\d{10}$/.test(value) : value !== '';
  };
  return Object.fromEntries(
    fields.filter((field) => !isGood(field)).map((field) => [field, errorTexts[field]]),
  );
}
