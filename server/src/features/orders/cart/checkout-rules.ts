import type { AuctionCategory } from '@copup/shared/auctions.ts';

export interface CheckoutDetails {
  address?: string | null;
  accountName?: string | null;
  accountNumber?: string | null;
  contactInfo?: string | null;
}
type Field = keyof CheckoutDetails;

/** The details that an item of each category needs; only these are stored with its order (A10). */
const needed: Record<AuctionCategory, readonly Field[]> = {
  product: ['address'],
  cash: ['accountName', 'accountNumber'],
  coupon: ['contactInfo'],
};

const ACCOUNT_NUMBER = /^\d{10}$/;

/** Returns the missing or invalid details for a cart of these categories. */
export function findIssues(
  categories: readonly AuctionCategory[],
  details: CheckoutDetails,
): { path: Field; message: string }[] {
  const fields = [...new Set(categories.flatMap((category) => needed[category]))];
  return fields.flatMap((path) => {
    const value = details[path];
    if (!value) return [{ path, message: 'is required' }];
    if (path === 'accountNumber' && !ACCOUNT_NUMBER.test(value))
      return [{ path, message: 'must have 10 digits' }];
    return [];
  });
}

/** Returns the details that belong to an order of this category; null for the others. */
export function detailsFor(
  category: AuctionCategory,
  details: CheckoutDetails,
): Record<Field, string | null> {
  const keep = (field: Field) => (needed[category].includes(field) ? (details[field] ?? null) : null);
  return {
    address: keep('address'),
    accountName: keep('accountName'),
    accountNumber: keep('accountNumber'),
    contactInfo: keep('contactInfo'),
  };
}
