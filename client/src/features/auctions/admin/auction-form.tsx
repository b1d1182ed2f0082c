import type { AdminAuction } from '@copup/shared/auctions.ts';
import { useState } from 'react';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { ReopenForm } from '../../../console/items/reopen-form.tsx';
import { PictureInput } from '../../../console/picture-input.tsx';
import { useSavedRecord } from '../../../console/use-saved-record.ts';
import { serverNow } from '../../../realtime/index.ts';
import { type AuctionFields, errorsOfFields, readDraft, readEdit, toFields } from './auction-draft.ts';
import { categories } from './auction-words.ts';

const hourMs = 3_600_000;

/** Creates or edits an auction; the picture is uploaded after the auction was saved. */
export function AuctionForm({ record: given, onClose }: { record?: AdminAuction; onClose: () => void }) {
  const { record: auction, save } = useSavedRecord<AdminAuction>('auctions', 'auction', given);
  const [defaultValues] = useState(() => toFields(given, serverNow() + hourMs));
  const isLive = auction !== undefined && auction.status !== 'pending';
  const submit = async (fields: AuctionFields): Promise<string> => {
    const done = await save((saved) => (saved ? readEdit(fields, saved) : readDraft(fields)), fields.image);
    onClose();
    return done;
  };

  return (
    <FormDialog
      title={auction ? `Edit auction ${auction.id}` : 'New auction'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={(fields) => errorsOfFields(fields, isLive)}
      onSubmit={submit}
      submitName={auction ? 'Save' : 'Create auction'}
    >
      {isLive ? (
        <p className="text-sm text-ink-2">
          This auction is {auction.status}: only its name, description and picture can change.
        </p>
      ) : null}
      <Inputs auction={auction} hasTerms={!isLive} />
    </FormDialog>
  );
}

/** A corrected copy of an auction, which is cancelled (A14). */
export function AuctionReopenForm({ record, onClose }: { record: AdminAuction; onClose: () => void }) {
  const [fields] = useState(() => toFields(record, 0));
  return (
    <ReopenForm
      noun="auction"
      record={record}
      fields={fields}
      errorsOf={(values) => errorsOfFields(values, false)}
      readDraft={readDraft}
      onClose={onClose}
    >
      <Inputs auction={record} hasTerms />
    </ReopenForm>
  );
}

function Inputs({ auction, hasTerms }: { auction: AdminAuction | undefined; hasTerms: boolean }) {
  return (
    <>
      <TextInput source="name" label="Name" required maxLength={120} />
      <TextAreaInput source="description" label="Description" maxLength={4000} />
      {hasTerms ? <Terms /> : null}
      <PictureInput
        source="image"
        current={auction?.image ?? ''}
        name={auction?.name ?? ''}
        category={auction?.category ?? 'product'}
      />
    </>
  );
}

/** Fields that cannot change once the auction is active. */
function Terms() {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <SelectInput source="category" label="Category">
          {categories.map(([category, name]) => (
            <option key={category} value={category}>
              {name}
            </option>
          ))}
        </SelectInput>
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
      <TextInput source="starts_at" label="Starts at" type="datetime-local" step={1} aside="empty: now" />
      <TextInput source="end_date" label="Ends at" type="datetime-local" step={1} required />
      <NumberInput
        source="overtime_s"
        label="Overtime (seconds)"
        placeholder="as in Settings"
        hint="How far late bids may move the end at most"
      />
    </>
  );
}
