import type { TaggedCalls } from '../call.ts';
import type { SubjectCallTables } from '../subject-contracts.ts';
import type * as modules from './modules.ts';

type Modules = typeof modules;
type Tables =
  | SubjectCallTables
  | { [Name in keyof Modules]: Modules[Name][keyof Modules[Name]] }[keyof Modules];
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
type Below<Path extends string, Calls> = {
  [Route in keyof Calls as Route extends `${infer Method} /${infer Rest}`
    ? `${Method} ${Path}${Rest extends '' ? '' : `/${Rest}`}`
    : never]: Calls[Route];
};
type WithPath<Table> = Table extends TaggedCalls<infer Calls, infer Path> ? Below<Path, Calls> : never;

/** Every call of the API by its route, as a type: a client takes no schema into its bundle. */
export type Calls = Intersection<WithPath<Tables>>;
