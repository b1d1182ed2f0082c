import { z } from 'zod';
import { Coins, IsoTime, Message, Uuid } from './wire.ts';

/** GET /user/first-steps: what a new player has done, and whether welcome coins wait (X15). */
export const FirstSteps = z.object({
  /** Whether the card is shown: for new players, until they have taken all steps or closed it. */
  is_open: z.boolean(),
  welcome: z.object({
    /** `none`: this player cannot receive welcome coins, or the budget is used up. */
    state: z.enum(['open', 'claimed', 'none']),
    /** Bonus coins, for entry fees and tickets. */
    coins: Coins,
    /** Coins that can be bid, in a demo only. */
    available: Coins,
  }),
  /** Whether the player has coins that can be bid, or receives some with the welcome coins. */
  can_bid: z.boolean(),
  /** Whether the player has entered an auction. */
  has_auction: z.boolean(),
  /** Whether the player has bought a ticket of a heist. */
  has_ticket: z.boolean(),
  /** Whether the player has entered a contest or has spun. */
  has_game: z.boolean(),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

/** GET /welcome: both are 0 while the budget or `rewards` pays no further player. */
export const WelcomeOffer = FirstSteps.shape.welcome.omit({ state: true });
export type WelcomeOffer = z.infer<typeof WelcomeOffer>;

export const WelcomeReply = Message.extend({ transfer_id: Uuid, coins: Coins, available: Coins });
export type WelcomeReply = z.infer<typeof WelcomeReply>;

/** GET /admin/welcome: what operators see of the welcome coins. */
export const WelcomeGiven = z.object({
  budget: Coins,
  /** Of the budget. */
  given: Coins,
  grants: z.int(),
  /** What a new player receives. */
  coins: Coins,
  /** Coins in `rewards`, which pay them. */
  rewards: Coins,
  /** The last grants, newest first. */
  latest: z.array(
    z.object({
      user_id: Uuid,
      username: z.string(),
      coins: Coins,
      available: Coins,
      /** Another player on the same network had received welcome coins within a day. */
      is_same_network: z.boolean(),
      granted_at: IsoTime,
    }),
  ),
});
export type WelcomeGiven = z.infer<typeof WelcomeGiven>;
