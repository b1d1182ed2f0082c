/** A transaction that brought money in, as the provider's API describes it. */
export interface CardTransactionFacts {
  id: number;
  tx_ref: string;
  amount: number;
  currency: string;
  status: string;
  created_at?: string;
  /** Of bank transfers. */
  meta?: Record<'originatorname' | 'originatoraccountnumber' | 'bankname', string> & { sessionid?: string };
}

export interface AccountFacts {
  tx_ref: string;
  account_number: string;
  bank_name: string;
  /** Naira. */
  amount: number;
  expiry_date: string;
}

/** Money that the provider sends, by our reference. */
export interface TransferFacts {
  id: number;
  reference: string;
  account_bank: string;
  account_number: string;
  amount: number;
  currency: string;
  status: 'NEW' | 'PENDING' | 'SUCCESSFUL' | 'FAILED';
  complete_message: string;
}

export interface SettlementFacts {
  id: number;
  gross_amount: number;
  app_fee: number;
  net_amount: number;
  /** An ISO time. */
  due_date: string;
}

/** An event as the provider sends it. Tests deliver it late, repeatedly, in any order, changed, or never. */
export interface ProviderWebhook {
  event: string;
  data: Record<string, unknown>;
}

/** The body of a call: what it reads of it. */
export type ProviderCall = Omit<TransferFacts, 'id' | 'status' | 'complete_message'> & {
  tx_ref: string;
  expires: number;
};
export type ProviderAnswer = { status: 200; data: unknown } | { status: 400 | 404; message: string };

const done = (data: unknown): ProviderAnswer => ({ status: 200, data });
const refuse = (message: string): ProviderAnswer => ({ status: 400, message });
const SETTLEMENTS_PER_PAGE = 10;
const FIRST_ID = 700_001;

/** What the stand-in of the provider knows, and how its API answers. */
export class ProviderBooks {
  /** By the number of the transaction. */
  readonly transactions = new Map<number, CardTransactionFacts>();
  /** Virtual accounts, by tx_ref. */
  readonly accounts = new Map<string, AccountFacts>();
  /** By reference: a second request with the same reference is refused. */
  readonly transfers = new Map<string, TransferFacts>();
  /** The names that banks have, by `bank code:account number`. */
  readonly names = new Map<string, string>();
  readonly settlements: SettlementFacts[] = [];
  /** Some banks of Nigeria with the provider's codes. */
  banks = [
    { code: '044', name: 'Access Bank' },
    { code: '058', name: 'GTBank Plc' },
    { code: '011', name: 'First Bank PLC' },
    { code: '057', name: 'Zenith Bank' },
    { code: '50211', name: 'Kuda' },
    { code: '999992', name: 'OPay' },
  ];
  /** As in the demo: every account has a name, and transfers succeed at once. */
  isDemo = false;
  /** The reason with which transfers are refused, while set. */
  refusesTransfers: string | undefined;
  #nextId = FIRST_ID;

  newId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  /** Answers one call of its API, whose path has no `/v3`. */
  answer(path: string, query: URLSearchParams, body: ProviderCall): ProviderAnswer {
    const [, id] = /^\/transactions\/(\d+)\/verify$/.exec(path) ?? [];
    if (id !== undefined) {
      const found = this.transactions.get(Number(id));
      return found ? done(found) : { status: 404, message: 'No transaction was found for this id' };
    }
    const ofRef = (row: { tx_ref: string }) => row.tx_ref === query.get('tx_ref');
    switch (path) {
      case '/transactions':
        return done([...this.transactions.values()].filter(ofRef));
      case '/virtual-account-numbers':
        return done(this.#openAccount(body));
      case '/accounts/resolve': {
        const { account_bank, account_number } = body;
        const name =
          this.names.get(`${account_bank}:${account_number}`) ?? (this.isDemo ? 'DEMO ACCOUNT' : undefined);
        return name === undefined
          ? refuse('Sorry, recipient account could not be validated')
          : done({ account_number, account_name: name });
      }
      case '/banks/NG':
        return done(this.banks);
      case '/transfers':
        return query.has('reference')
          ? done([this.transfers.get(query.get('reference') ?? '')].filter(Boolean))
          : this.#send(body);
      case '/settlements':
        return done(this.#listSettlements(query));
    }
    return { status: 404, message: 'Not found' };
  }

  #openAccount({ tx_ref, amount, expires }: ProviderCall): AccountFacts {
    const found = this.accounts.get(tx_ref);
    if (found) return found;
    const account = {
      tx_ref,
      account_number: String(9_900_000_000 + this.newId()),
      bank_name: 'Stand-in Bank',
      amount,
      expiry_date: new Date(Date.now() + expires * 1_000).toISOString(),
    };
    this.accounts.set(tx_ref, account);
    return account;
  }

  #send({ reference, account_bank, account_number, amount, currency }: ProviderCall) {
    if (this.refusesTransfers !== undefined) return refuse(this.refusesTransfers);
    if (this.transfers.has(reference)) return refuse('Transfer with this reference already exists');
    const transfer: TransferFacts = {
      ...{ reference, account_bank, account_number, amount, currency },
      id: this.newId(),
      status: this.isDemo ? 'SUCCESSFUL' : 'NEW',
      complete_message: '',
    };
    this.transfers.set(reference, transfer);
    return done(transfer);
  }

  #listSettlements(query: URLSearchParams): SettlementFacts[] {
    const [from = '', to = ''] = [query.get('from') ?? '', query.get('to') ?? ''];
    const first = (Number(query.get('page') ?? 1) - 1) * SETTLEMENTS_PER_PAGE;
    return this.settlements
      .filter(({ due_date }) => due_date.slice(0, 10) >= from && due_date.slice(0, 10) <= to)
      .slice(first, first + SETTLEMENTS_PER_PAGE);
  }
}
