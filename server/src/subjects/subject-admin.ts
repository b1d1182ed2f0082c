import type { ErrorCode } from '@copup/shared/errors.ts';
import type { z } from 'zod';
import type { Publishing } from './publish-subject.ts';
import type { SubjectKind, SubjectRow } from './subject-kind.ts';
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
