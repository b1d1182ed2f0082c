import type { ErrorCode } from '@copup/shared/errors.ts';
import type { z } from 'zod';
import type { Published, Publishing } from './publish-subject.ts';
import { reopenSubject } from './reopen-subject.ts';
import type { SettleDeps, SubjectKind, SubjectRow } from './subject-kind.ts';
import type { SubjectList } from './subject-list.ts';
import type { EditSubject } from './write-subject.ts';

/** The parts of the operators' routes of one kind (O3). */
export interface SubjectAdmin<
  Row extends SubjectRow,
  Listed extends object,
  Filters extends z.ZodObject,
  New extends z.ZodType,
  Edit extends z.ZodType,
  Reply extends z.ZodType,
> {
  /** The name in URLs, e.g. `auctions`. */
  readonly plural: string;
  readonly kind: SubjectKind<Row>;
  readonly list: SubjectList<z.output<Filters>>;
  readonly filters: Filters;
  readonly newBody: New;
  readonly editBody: Edit;
  readonly reply: Reply;
  toReply(row: Listed): z.input<Reply>;
  create(body: z.output<New>, operatorId: string, publishing?: Publishing): Promise<Row>;
  /** What the subject gives that its players do not pay, in coins (O3a). */
  worth(row: Row): number;
  titleOf(row: Row): string;
  edit(command: EditSubject, body: z.output<Edit>): Promise<Row>;
  /** Errors of `create` and `edit` in addition to those of every kind. */
  readonly writeErrors?: readonly ErrorCode[];
  readonly summaries: {
    readonly list: string;
    readonly create: string;
    readonly edit: string;
    readonly cancel: string;
  };
}

/** Returns the same definition, with its types. */
export const defineSubjectAdmin = <
  Row extends SubjectRow,
  Listed extends object,
  Filters extends z.ZodObject,
  New extends z.ZodType,
  Edit extends z.ZodType,
  Reply extends z.ZodType,
>(
  admin: SubjectAdmin<Row, Listed, Filters, New, Edit, Reply>,
) => admin;

/** Returns the parts of an `admin` that publications need. */
export const publishedBy = <
  Row extends SubjectRow,
  Listed extends object,
  Filters extends z.ZodObject,
  New extends z.ZodType,
  Edit extends z.ZodType,
  Reply extends z.ZodType,
>(
  deps: SettleDeps,
  admin: SubjectAdmin<Row, Listed, Filters, New, Edit, Reply>,
): Published<Row> => ({
  name: admin.kind.name,
  worth: admin.worth,
  titleOf: admin.titleOf,
  create: (body, operatorId, publishing) => admin.create(admin.newBody.parse(body), operatorId, publishing),
  edit: (command, body) => admin.edit(command, admin.editBody.parse(body)),
  async reopen(command, body, publishing) {
    const { tx, check } = publishing;
    await check?.lock(tx);
    return reopenSubject(tx, deps, admin.kind, command, () =>
      admin.create(admin.newBody.parse(body), command.operatorId, publishing),
    );
  },
});
