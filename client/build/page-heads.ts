import { paths } from '../../shared/src/page-paths.ts';

/** An address with its own HTML head; all other addresses use the plain page. */
export interface PageHead {
  /** The path of the route. */
  address: string;
  /** The title until the screen sets its own. */
  title: string;
  /** For search engines; pages behind the sign-in have none. */
  description?: string;
  /** Sources that the router loads lazily for the page, relative to the client's folder. */
  modules: string[];
  /** The start of the screen in the HTML, an export of src/painted.tsx, which paints before the app runs; by default the loader. */
  start?: 'landing' | 'auction';
}

const page = (feature: string, name: string) => `src/features/${feature}/pages/${name}.tsx`;
const publicLayout = 'src/app/layouts/public-layout.tsx';
const mainLayout = 'src/app/layouts/main-layout.tsx';

export const visitors: readonly PageHead[] = [
  {
    address: paths.home,
    title: 'Live auctions for coins',
    description:
      'Copup coin rewards activity in its ecosystem: bid in live auctions, play games, crack heists, and cash out to your bank.',
    modules: [page('landing', 'home-page')],
    start: 'landing',
  },
  {
    address: paths.land,
    title: 'Live auctions for coins',
    description: 'Bid in live auctions with coins: watch first, without an account.',
    modules: [page('landing', 'home-page')],
  },
  {
    address: paths.login,
    title: 'Login',
    description: 'Log in to your Copup wallet.',
    modules: [page('sign-in', 'login-page')],
  },
  {
    address: paths.register,
    title: 'Register',
    description: 'Open a Copup wallet with your e-mail and a one-time code.',
    modules: [page('sign-in', 'register-page')],
  },
  {
    address: paths.privacy,
    title: 'Privacy Policy',
    description: 'What Copup stores about you, why, for how long, and your rights.',
    modules: [publicLayout, page('legal', 'privacy-page')],
  },
  {
    address: paths.terms,
    title: 'Terms of Service',
    description: 'The terms under which Copup is used.',
    modules: [publicLayout, page('legal', 'terms-page')],
  },
];

const players: PageHead[] = [
  { address: paths.dashboard, title: 'Wallet', modules: [mainLayout, page('wallet', 'wallet-page')] },
  { address: paths.auctions, title: 'Auctions', modules: [mainLayout, page('auctions', 'auctions-page')] },
  {
    address: paths.auction,
    title: 'Auction',
    modules: [mainLayout, page('auctions', 'auction-page')],
    start: 'auction',
  },
  { address: paths.joined, title: 'Your Auctions', modules: [mainLayout, page('auctions', 'joined-page')] },
];

/** A15: not among `visitors`, whose pages share no more than they need. */
const visit: PageHead = {
  address: paths.watch,
  title: 'Auction',
  modules: [page('auctions', 'visit-page')],
  start: 'auction',
};

export const pageHeads: readonly PageHead[] = [...visitors, visit, ...players];
