import { describe, expect, it } from 'vitest';
import { readStatement } from './read-statement.ts';
import { lineKeys, readAmount, readDay } from './statement-line.ts';

const read = (text: string, layout?: Parameters<typeof readStatement>[1]) =>
  readStatement(Buffer.from(text), layout);
const CSV = `Account statement;;;;;
Account;0123456789;;;;
Trans. Date;Reference;Narration;Debit;Credit;Balance
01/11/2026;;Opening balance;;;"1,000.00"
02/11/2026;S123;"NIP; ADA OBI
CP-7K3M9Q";;"9,900.00";"10,900.00"
2-Nov-26;S124;SMS fee;50.00;0.00;"10,850.00"
;;Total;50.00;"9,900.00";
`;

describe('W20 a CSV of a bank', () => {
  it('is read by its headings: the delimiter, a narration over two lines, money in and out, and no balances', () => {
    const { layout, lines, problems } = read(CSV);
    expect(problems).toEqual([]);
    expect(layout).toMatchObject({
      delimiter: ';',
      skip: 3,
      day: 0,
      day_order: 'dmy',
      credit: 4,
      debit: 3,
      reference: 1,
    });
    expect(lines).toEqual([
      {
        ...{ day: '2026-11-02', amountKobo: 990_000, currency: 'NGN', sender: '', reference: 'S123' },
        narration: 'NIP; ADA OBI CP-7K3M9Q',
      },
      {
        day: '2026-11-02',
        amountKobo: -5_000,
        currency: 'NGN',
        narration: 'SMS fee',
        sender: '',
        reference: 'S124',
      },
    ]);
  });

  it('is read by chosen columns: one signed amount, a split narration, a currency, and the encoding of Windows', () => {
    const layout = {
      ...({
        delimiter: ',',
        skip: 1,
        day: 1,
        day_order: 'mdy',
        amount: 2,
        credit: null,
        debit: null,
      } as const),
      ...{ narration: [4, 0], sender: 3, reference: null, currency: 5 },
    };
    const bytes = Buffer.from('a,b,c,d,e,f\nof May,11/02/2026,(12.50),Ren\xe9 Obi,rent,usd\n', 'latin1');
    expect(readStatement(bytes, layout).lines).toEqual([
      {
        day: '2026-11-02',
        amountKobo: -1_250,
        currency: 'USD',
        narration: 'rent of May',
        sender: 'René Obi',
        reference: '',
      },
    ]);
  });

  it('names the rows that it cannot read, and reads no line by halves', () => {
    const { problems } = read(
      `${CSV}31/02/2026;S1;x;;5.00;\n03/11/2026;S2;x;;"1.234,56";\n03/11/2026;S3;x;1.00;2.00;\n`,
    );
    expect(problems.map(({ row }) => row)).toEqual([8, 9, 10]);
    expect(read('no,headings\n1,2\n').problems).toHaveLength(1);
    expect(read('\0\x01\x02').problems).toHaveLength(1);
  });
});

const camt = (
  entries: string,
) => `<?xml version="1.0"?><n:Document xmlns:n="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <n:BkToCstmrStmt><n:Stmt>${entries.replaceAll(/<(\/?)(?=\w)/g, '<$1n:')}</n:Stmt></n:BkToCstmrStmt></n:Document>`;

describe('W20 a statement of CAMT.053', () => {
  it('is read with sender, reference and direction; what is not booked is left out', () => {
    const { format, lines, problems } = read(
      camt(`<Ntry><Amt Ccy="NGN">9900.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt>
        <NtryDtls><TxDtls><Refs><AcctSvcrRef>S123</AcctSvcrRef></Refs><RltdPties><Dbtr><Pty><Nm>Ada &amp; Obi</Nm></Pty></Dbtr></RltdPties>
        <RmtInf><Ustrd>CP-7K3</Ustrd><Ustrd>M9Q</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
        <Ntry><Amt Ccy="NGN">5</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt></Ntry>
        <Ntry><Amt Ccy="USD">1.5</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><BookgDt><DtTm>2026-11-03T10:00:00</DtTm></BookgDt></Ntry>`),
    );
    expect([format, problems]).toEqual(['camt', []]);
    expect(lines).toEqual([
      {
        ...{ day: '2026-11-02', amountKobo: 990_000, currency: 'NGN', narration: 'CP-7K3 M9Q' },
        ...{ sender: 'Ada & Obi', reference: 'S123' },
      },
      {
        day: '2026-11-03',
        amountKobo: -150,
        currency: 'USD',
        narration: 'REVERSAL',
        sender: '',
        reference: '',
      },
    ]);
  });

  it('splits a batch into its transfers when their amounts add up', () => {
    const batch = (second: string) =>
      camt(`<Ntry><Amt Ccy="NGN">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-02</Dt></BookgDt><NtryDtls>
        <TxDtls><Amt Ccy="NGN">10</Amt></TxDtls><TxDtls><Amt Ccy="NGN">${second}</Amt></TxDtls></NtryDtls></Ntry>`);
    expect(read(batch('20')).lines.map(({ amountKobo }) => amountKobo)).toEqual([1_000, 2_000]);
    expect(read(batch('21')).lines.map(({ amountKobo }) => amountKobo)).toEqual([3_000]);
  });

  it('is refused with entities of its own, without a statement, and without an amount', () => {
    expect(read('<!DOCTYPE x [<!ENTITY a "b">]><Document/>').problems[0]?.message).toContain('document type');
    expect(read('<Document/>').problems).toHaveLength(1);
    expect(read(camt('<Ntry><BookgDt><Dt>2026-11-02</Dt></BookgDt></Ntry>')).problems).toHaveLength(1);
  });
});

describe('W20 a line', () => {
  it.each([
    ['₦1,250.00', 125_000],
    ['(20)', -2_000],
    ['500.5 DR', -50_050],
    ['-3.20', -320],
    ['', null],
    ['1,25.00', undefined],
    ['12.345', undefined],
    ['abc', undefined],
  ])('has the amount %s', (text, kobo) => {
    expect(readAmount(text)).toBe(kobo);
  });

  it('has a day that exists, in the order of the bank', () => {
    expect(readDay('03-04-2026 10:15', 'dmy')).toBe('2026-04-03');
    expect(readDay('03/04/2026', 'mdy')).toBe('2026-03-04');
    expect(readDay('2026-04-03T09:00:00Z', 'ymd')).toBe('2026-04-03');
    expect(readDay('29 Feb 2027', 'dmy')).toBeUndefined();
    expect(readDay('2026-04-03', 'dmy')).toBeUndefined();
  });

  it('has a key by its reference, which spaces and case do not change, and one for each equal line', () => {
    const line = {
      day: '2026-11-02',
      amountKobo: -5_000,
      currency: 'NGN',
      narration: 'SMS fee',
      sender: '',
      reference: '',
    };
    const hex = (bank: string, ...lines: (typeof line)[]) =>
      lineKeys(bank, lines).map((key) => key.toString('hex'));
    expect(new Set(hex('GTB', line, line))).toHaveProperty('size', 2);
    expect(hex('GTB', line, line)).toEqual(hex('gtb', { ...line, narration: 'SMS  FEE' }, line));
    expect(hex('GTB', { ...line, reference: 'S-1' })).toEqual(
      hex('GTB', { ...line, reference: 's1', narration: 'other' }),
    );
    expect(hex('GTB', line)).not.toEqual(hex('Zenith', line));
  });
});
