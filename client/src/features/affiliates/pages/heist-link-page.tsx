import { LinkPage } from '../link-page.tsx';

export const Page = () => <LinkPage kind="heist" />;
