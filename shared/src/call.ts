import { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { LimitName } from './limit-rules.ts';
import type { Right } from './rights.ts';
import { ListQuery } from './wire.ts';

/** Who may send a call: any client; a signed-in user; a signed-in user who is not an operator (A3); an operator. */
export type Access = 'public' | 'user' | 'player' | 'operator';

/** A form of a picture and text fields, in place of a JSON body. */
export interface PictureForm {
  /** The name of the field with the file. */
  picture: string;
  /** Whether the form may come without a file. */
  isPictureOptional?: boolean;
  /** What the file is in words; a picture by default. */
  noun?: 'file';
  /** Largest file; 2 by default. */
  pictureMb?: number;
  fields: z.ZodObject;
}

/** A reply that is not JSON, such as CSV or a picture. */
export interface FileReply {
  description?: string;
  content: Readonly<Record<string, { schema: z.ZodType }>>;
}

export const csvReply = { description: 'CSV', content: { 'text/csv': { schema: z.string() } } } as const;
/** A private picture. */
export const pictureReply = { content: { 'image/webp': { schema: z.string() } } } as const;

/** One call of the API: who may send it, its limit, what is sent, the reply and the codes of its refusals. */
export interface Call {
  summary: string;
  /** Its group in the API document, when it is not that of the table. */
  tag?: string;
  description?: string;
  /** `user` by default; every call under /admin is for operators. */
  access?: Access;
  /** What an operator's role needs for it (S8); each command below /admin names one. */
  right?: Right;
  /** By default `read` for GET, `admin` for operators, `write` for others. */
  limit?: LimitName;
  /** Codes with which the command refuses, in addition to those that follow from access, method and headers. */
  errors?: readonly ErrorCode[];
  /** Requires a recent confirmation of the identity (S8a). By default operators' writes do. */
  needsRecentSignIn?: boolean;
  /** Allowed for an operator who must enrol a second factor first (S8a). */
  isForEnrolment?: boolean;
  /** Allowed for a suspended player (S10), as what protects or ends something. Other commands of users and players are not. */
  isForSuspended?: boolean;
  /** A command of an account that may move coins: it has a deadline (A11). By default those of players do. */
  movesCoins?: boolean;
  /** Players may also send it over their open socket, as the event `call`. */
  bySocket?: boolean;
  /** Takes an Idempotency-Key (P6). */
  hasKey?: boolean;
  /** Takes If-Match: the consequences that the operator saw (O3a). */
  hasGuard?: boolean;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Largest body in bytes, when it is not the server's limit. */
  bodyLimit?: number;
  /** `true` for a picture alone, whose field may have any name. */
  form?: PictureForm | true;
  reply: z.ZodType | FileReply;
  /** 200 by default. */
  status?: 201 | 202;
  /** What a second operator must approve first is answered with 202 (O3a), and ApprovalPending or this reply. */
  mayWait?: boolean | z.ZodType;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Method and path below /api, such as `POST /auction/bid/:id`. */
export type Route = `${Method} /${string}`;
export type CallTable = Readonly<Record<Route, Call>>;

/** A command of the console that names no right does not compile. */
type WithRights<Path extends string, Calls> = {
  [Of in keyof Calls]: Of extends `GET ${string}`
    ? unknown
    : Of extends `${string} ${infer Below}`
      ? `${Path}${Below}` extends `/admin/${string}`
        ? { right: Right }
        : unknown
      : unknown;
};

/** Declares calls below a path; `tag` names their group in the API document. */
export const callsBelow = <const Path extends string, const Calls extends CallTable>(
  path: Path,
  tag: string,
  calls: Calls & WithRights<Path, Calls>,
): TaggedCalls<Calls, Path> => ({ tag, calls, path });

/** Declares the calls of a feature. */
export const defineCalls = <const Calls extends CallTable>(
  tag: string,
  calls: Calls & WithRights<'', Calls>,
) => callsBelow<'', Calls>('', tag, calls);

/** A page of an operators' list with its filters (O3). */
export const listCall = <Filters extends z.ZodRawShape, Reply extends z.ZodType>(
  summary: string,
  filters: z.ZodObject<Filters>,
  reply: Reply,
) => ({ summary, query: ListQuery.extend(filters.shape), reply: z.array(reply) });

export interface TaggedCalls<Calls extends CallTable = CallTable, Path extends string = string> {
  readonly tag: string;
  readonly calls: Calls;
  /** Below /api, precedes the paths of the calls. */
  readonly path: Path;
}

/** What a client sends for a schema of a call; undefined without one. */
export type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
/** What a call without a file replies with; a file is text. */
export type Replied<Of extends Call> = Of['reply'] extends z.ZodType ? z.output<Of['reply']> : string;
