import { decidedParts } from '../../decisions/decided-parts.ts';
import type { Feature } from '../../feature.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { auditPayments } from './audit-payments.ts';
import { paymentJobs } from './choose-payment.ts';
import { shopDemo } from './demo.ts';
import { devTransfers } from './dev-transfers.ts';
import { packageRecord } from './packages.record.ts';
import { paymentDeletion } from './payment-deletion.ts';
import { paymentQueue } from './payment-queue.ts';
import { receiveEvent } from './receive-transfer.ts';
import { searchReferences } from './search-references.ts';
import { shopRoutes } from './shop.routes.ts';

export const shop: Feature = {
  name: 'shop',
  auditReferences: [auditPayments],
  demo: shopDemo,
  build(deps) {
    const { routes, ...decided } = decidedParts(deps, paymentQueue);
    return {
      ...decided,
      searches: { ...decided.searches, 'payment-reference': searchReferences(deps) },
      routes: [shopRoutes(deps), recordRoutes(deps, packageRecord(deps)), routes],
      pages: deps.config.isProduction ? [] : [devTransfers(deps)],
      jobs: paymentJobs(deps),
      providerEvents: (event) => receiveEvent(deps, event),
      deletion: paymentDeletion,
    };
  },
};
