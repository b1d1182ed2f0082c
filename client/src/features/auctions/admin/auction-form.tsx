import type { AdminAuction } from '@copup/shared/auctions.ts';
import { categories } from '../../../console/filters.ts';
import { MomentInput, NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import type { SubjectFormKind } from '../../../console/items/subject-form.tsx';
import { auctionDraft } from './auction-draft.ts';

export const auctionForm: SubjectFormKind<AdminAuction> = {
  noun: 'auction',
  draft: auctionDraft,
  nameOf: ({ name }) => name,
  looks: {
    pending: 'brand',
    active: 'ok',
    completed: 'plain',
    unsold: 'plain',
    cancelling: 'warn',
    cancelled: 'warn',
  },
  isOpen: ({ status }) => status === 'pending' || status === 'active',
  fixedText: ({ status }) => `This auction is ${status}: only its name, description and picture can change.`,
  pictureOf: (auction) => ({
    current: auction?.image ?? '',
    name: auction?.name ?? '',
    category: auction?.category ?? 'product',
  }),
  texts: (
    <>
      <TextInput source="name" label="Name" required maxLength={120} />
      <TextAreaInput source="description" label="Description" maxLength={4000} />
    </>
  ),
  terms: () => (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectInput source="category" label="Category" options={categories} />
        <SelectInput source="is_starter" label="Starter auction">
          <option value="">No</option>
          <option value="yes">Yes, for a first win</option>
        </SelectInput>
        <NumberInput source="price" label="Price (naira)" required />
        <NumberInput source="entry_bid_points" label="Entry fee (coins)" required />
        <NumberInput source="bid_increment" label="Bid increment (coins)" placeholder="as in Settings" />
        <NumberInput source="reserve_points" label="Reserve (coins)" placeholder="0" />
        <NumberInput source="buy_now_points" label="Buy-now price (coins)" placeholder="no offer" />
        <NumberInput source="minimum_entries" label="Minimum entries" placeholder="0" />
        <NumberInput source="target_users" label="Affiliate goal (users)" placeholder="0" />
        <NumberInput source="reward_bid_points" label="Affiliate reward" placeholder="0" />
      </div>
      <MomentInput source="starts_at" label="Starts at" aside="empty: now" />
      <MomentInput source="end_date" label="Ends at" required />
      <NumberInput
        source="overtime_s"
        label="Overtime (seconds)"
        placeholder="as in Settings"
        hint="How far late bids may move the end at most"
      />
    </>
  ),
};
