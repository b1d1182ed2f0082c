export { SessionList as Page } from './session-list.tsx';
