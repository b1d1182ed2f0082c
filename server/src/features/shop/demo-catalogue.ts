/** Bank transfers of the demo's players (X11). `agoHours` is when they were announced. */
interface DemoPayment {
  /** The number of the player in `demoPlayers`. */
  player: 0 | 1;
  bidPoints: number;
  priceKobo: number;
  reference: string;
  sender: string;
  agoHours: number;
  outcome: 'approved' | 'pending' | { reason: string };
}

export const demoPayments: readonly DemoPayment[] = [
  {
    player: 1,
    bidPoints: 50,
    priceKobo: 500_000,
    reference: 'CP-DEM5D2',
    sender: 'Babatunde Bello',
    agoHours: 75,
    outcome: 'approved',
  },
  {
    player: 0,
    bidPoints: 500,
    priceKobo: 4_850_000,
    reference: 'CP-DEM2A7',
    sender: 'Adaeze Eze',
    agoHours: 52,
    outcome: 'approved',
  },
  {
    player: 0,
    bidPoints: 100,
    priceKobo: 990_000,
    reference: 'CP-DEM3B8',
    sender: 'A. Eze',
    agoHours: 30,
    outcome: { reason: 'We found no transfer with this reference.' },
  },
  {
    player: 1,
    bidPoints: 1_000,
    priceKobo: 9_600_000,
    reference: 'CP-DEM6E3',
    sender: 'Bello Ventures',
    agoHours: 5,
    outcome: 'pending',
  },
  {
    player: 0,
    bidPoints: 250,
    priceKobo: 2_450_000,
    reference: 'CP-DEM4C9',
    sender: 'Adaeze Eze',
    agoHours: 2,
    outcome: 'pending',
  },
];

/** Clearly not a real account. */
export const demoBank = {
  bankAccountName: 'Copup Demo (do not pay)',
  bankName: 'Demo Bank',
  bankAccountNumber: '0000000000',
} as const;
