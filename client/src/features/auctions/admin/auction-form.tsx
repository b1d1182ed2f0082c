import type { AdminAuction } from '@copup/shared/auctions.ts';
import { useState } from 'react';
import { putPicture } from '../../../console/data-provider.ts';
import { FormDialog } from '../../../console/form-dialog.tsx';
import { NumberInput, SelectInput, TextAreaInput, TextInput } from '../../../console/inputs.tsx';
import { PictureInput } from '../../../console/picture-input.tsx';
import { useSave } from '../../../console/use-save.ts';
import { messageOf } from '../../../lib/api-error.ts';
import { serverNow } from '../../../realtime/index.ts';
import { type AuctionFields, faultsOfFields, readDraft, readEdit, toFields } from './auction-draft.ts';
import { categories } from './auction-words.ts';

const hourMs = 3_600_000;

/** Creates an auction, or edits the one that is given; a picture goes up after its auction is there. */
export function AuctionForm({ record: given, onClose }: { record?: AdminAuction; onClose: () => void }) {
  // What was created while its picture was refused: the next try is about that one.
  const [auction, setAuction] = useState(given);
  const [defaultValues] = useState(() => toFields(given, serverNow() + hourMs));
  const { create, update } = useSave<AdminAuction>('auctions');
  const isLive = auction !== undefined && auction.status !== 'pending';

  const save = async (fields: AuctionFields): Promise<string> => {
    const saved = auction
      ? await update(auction, readEdit(fields, auction))
      : await create(readDraft(fields));
    if (fields.image) {
      try {
        await putPicture<AdminAuction>('auctions', saved.id, fields.image);
      } catch (error) {
        setAuction(saved);
        const reason = messageOf(error, 'It could not be sent.');
        throw new Error(`The auction is saved, but not its picture. ${reason}`);
      }
    }
    onClose();
    return given ? 'Auction saved' : 'Auction created';
  };

  return (
    <FormDialog
      title={auction ? `Edit auction ${auction.id}` : 'New auction'}
      onClose={onClose}
      defaultValues={defaultValues}
      validate={(fields) => faultsOfFields(fields, isLive)}
      onSubmit={save}
      submitName={auction ? 'Save' : 'Create auction'}
    >
      {isLive ? (
        <p className="text-sm text-ink-2">
          This auction is {auction.status}: only its name, description and picture can change.
        </p>
      ) : null}
      <TextInput source="name" label="Name" required maxLength={120} />
      <TextAreaInput source="description" label="Description" maxLength={4000} />
      {isLive ? null : <Terms />}
      <PictureInput
        source="image"
        current={auction?.image ?? ''}
        name={auction?.name ?? ''}
        category={auction?.category ?? 'product'}
      />
    </FormDialog>
  );
}

/** What nobody may change once people have joined. */
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
        <NumberInput source="price" label="Price (naira)" required />
        <NumberInput source="entry_bid_points" label="Entry fee (coins)" required />
        <NumberInput source="bid_increment" label="Bid increment (coins)" placeholder="as in Settings" />
        <NumberInput source="reserve_points" label="Reserve (coins)" placeholder="0" />
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
