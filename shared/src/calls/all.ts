import type { TaggedCalls } from '../call.ts';
import type { SubjectCallTables } from '../subject-contracts.ts';
import type * as affiliates from './affiliates.ts';
import type * as bets from './bets.ts';
import type * as cardPayments from './card-payments.ts';
import type * as cart from './cart.ts';
import type * as confirmIdentity from './confirm-identity.ts';
import type * as content from './content.ts';
import type * as fairness from './fairness.ts';
import type * as heistOrders from './heist-orders.ts';
import type * as ledgerBrowser from './ledger-browser.ts';
import type * as liveMetrics from './live-metrics.ts';
import type * as orders from './orders.ts';
import type * as overview from './overview.ts';
import type * as payouts from './payouts.ts';
import type * as pin from './pin.ts';
import type * as playLimits from './play-limits.ts';
import type * as profile from './profile.ts';
import type * as rewards from './rewards.ts';
import type * as roomTrace from './room-trace.ts';
import type * as search from './search.ts';
import type * as secondFactor from './second-factor.ts';
import type * as sends from './sends.ts';
import type * as settingsAdmin from './settings-admin.ts';
import type * as shop from './shop.ts';
import type * as signIn from './sign-in.ts';
import type * as spin from './spin.ts';
import type * as tasks from './tasks.ts';
import type * as timeline from './timeline.ts';
import type * as trades from './trades.ts';
import type * as welcome from './welcome.ts';

type Tables<Module> = Module[keyof Module];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Below<Prefix extends string, Table> = {
  [Route in keyof Table as Route extends `${infer Method} ${infer Path}`
    ? `${Method} ${Prefix}${Path}`
    : never]: Table[Route];
};
type Offers = ReturnType<typeof affiliates.offersCalls>['calls'];

/** Every call of the API by its route, as a type: a client takes no schema into its bundle. */
export type Calls = Intersection<
  Extract<
    | SubjectCallTables
    | Tables<typeof affiliates>
    | Tables<typeof bets>
    | Tables<typeof cardPayments>
    | Tables<typeof cart>
    | Tables<typeof confirmIdentity>
    | Tables<typeof content>
    | Tables<typeof fairness>
    | Tables<typeof heistOrders>
    | Tables<typeof ledgerBrowser>
    | Tables<typeof liveMetrics>
    | Tables<typeof orders>
    | Tables<typeof overview>
    | Tables<typeof payouts>
    | Tables<typeof pin>
    | Tables<typeof playLimits>
    | Tables<typeof profile>
    | Tables<typeof rewards>
    | Tables<typeof roomTrace>
    | Tables<typeof search>
    | Tables<typeof secondFactor>
    | Tables<typeof sends>
    | Tables<typeof settingsAdmin>
    | Tables<typeof shop>
    | Tables<typeof signIn>
    | Tables<typeof spin>
    | Tables<typeof tasks>
    | Tables<typeof timeline>
    | Tables<typeof trades>
    | Tables<typeof welcome>,
    TaggedCalls
  >['calls']
> &
  Below<'/auction/affiliate', Offers> &
  Below<'/hurt/heist/affiliate', Offers>;
