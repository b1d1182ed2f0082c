/** Names a row of a feature: what a transfer, a notice or an operator's action is about, e.g. {kind: 'auction', id: '1001'}. */
export interface Subject {
  kind: string;
  id: string;
}

/** A subject in words. */
export interface SubjectDescription {
  name: string;
  /** The page of the subject. */
  path: string | null;
}

/** Reads the names and pages of subjects of one kind by id. */
export type DescribeSubjects = (ids: readonly string[]) => Promise<Map<string, SubjectDescription>>;

/** The key of a subject in a map of subjects. */
export const subjectKey = ({ kind, id }: Subject): string => `${kind}:${id}`;
