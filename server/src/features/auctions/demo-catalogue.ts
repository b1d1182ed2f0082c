import type { NewAuctionBody } from '@copup/shared/auctions.ts';
import type { DemoPlace } from '../../subjects/renew-demo.ts';

/** One item of the demo's lobby: when its auction is over, the next one for it is created. */
export interface DemoItem extends DemoPlace {
  auction: Omit<NewAuctionBody, 'starts_at' | 'end_date'>;
}

/** Ends are spread from minutes to a day, so that one is always about to end and others last longer. */
export const demoCatalogue: readonly DemoItem[] = [
  {
    auction: {
      name: '₦5,000 airtime, any network',
      description: 'Recharged on your number within minutes. For a first win: entry is free.',
      category: 'coupon',
      price: 5_000,
      entry_bid_points: 0,
      bid_increment: 1,
      is_starter: true,
    },
    startsInMin: 0,
    lastsMin: 8,
  },
  {
    auction: {
      name: 'Bluetooth speaker, splash-proof',
      description: 'Plays for 10 hours. Delivered anywhere in Nigeria. For a first win: entry is free.',
      category: 'product',
      price: 18_000,
      entry_bid_points: 0,
      bid_increment: 1,
      is_starter: true,
    },
    startsInMin: 0,
    lastsMin: 21,
  },
  {
    auction: {
      name: 'iPhone 15 Pro Max 256GB, Natural Titanium',
      description:
        'New, sealed, with a year of warranty from a dealer in Ikeja. Delivered anywhere in Nigeria.',
      category: 'product',
      price: 1_850_000,
      entry_bid_points: 50,
      bid_increment: 10,
    },
    startsInMin: 0,
    lastsMin: 4,
  },
  {
    auction: {
      name: '₦50,000 cash',
      description: 'Paid into your bank account within a working day.',
      category: 'cash',
      price: 50_000,
      entry_bid_points: 10,
      bid_increment: 1,
      target_users: 2,
      reward_bid_points: 10,
    },
    startsInMin: 0,
    lastsMin: 12,
  },
  {
    auction: {
      name: 'Electric pressure cooker, 6 litres',
      description: 'Beans in half an hour, with a timer. Sealed, with a spare ring. Delivered anywhere.',
      category: 'product',
      price: 24_000,
      entry_bid_points: 2,
      bid_increment: 2,
      buy_now_points: 95,
    },
    startsInMin: 0,
    lastsMin: 50,
  },
  {
    auction: {
      name: '₦20,000 grocery coupon',
      description:
        'Valid for six months in all branches of a supermarket chain; the code is sent to your contact.',
      category: 'coupon',
      price: 20_000,
      entry_bid_points: 5,
      bid_increment: 1,
    },
    startsInMin: 0,
    lastsMin: 35,
  },
  {
    auction: {
      name: '55-inch 4K smart TV',
      description: 'Ultra HD, with Netflix and YouTube on the remote. Delivery and wall mounting included.',
      category: 'product',
      price: 560_000,
      entry_bid_points: 30,
      bid_increment: 5,
      target_users: 5,
      reward_bid_points: 50,
    },
    startsInMin: 0,
    lastsMin: 134,
  },
  {
    auction: {
      name: 'Toyota Corolla 2012, foreign used',
      description: 'Automatic, 96,000 km, duty paid. Collected in Lagos after inspection.',
      category: 'product',
      price: 7_900_000,
      entry_bid_points: 200,
      bid_increment: 50,
      target_users: 10,
      reward_bid_points: 500,
    },
    startsInMin: 0,
    lastsMin: 1_560,
  },
  {
    auction: {
      name: '3.5kVA petrol generator',
      description: 'Key start, copper coil, quiet enough for a compound. Oil and first service included.',
      category: 'product',
      price: 410_000,
      entry_bid_points: 20,
      bid_increment: 5,
      target_users: 3,
      reward_bid_points: 25,
    },
    startsInMin: 15,
    lastsMin: 60,
  },
];
