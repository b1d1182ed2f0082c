import type { Feature } from '../../feature.ts';
import { followReceipts } from './follow-receipts.ts';
import { createReceiptSigner } from './receipt-keys.ts';
import { receiptPages, receiptRoutes } from './receipts.routes.ts';
import { endReceiptsOf } from './share-receipt.ts';

export const receipts: Feature = {
  name: 'receipts',
  build: (deps) => {
    const signer = createReceiptSigner(deps);
    const followed = followReceipts(deps);
    return {
      routes: [receiptRoutes(deps, signer)],
      pages: [receiptPages(deps, signer, followed)],
      stop: followed.stop,
      deletion: {
        blocks: async () => [],
        erase: async (tx, userId) => {
          await endReceiptsOf(tx, userId);
        },
      },
    };
  },
};
