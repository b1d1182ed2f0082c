import { AdminContest, AdminContestsQuery, EditContestBody, NewContestBody } from '@copup/shared/contests.ts';
import type { Deps } from '../../deps.ts';
import { assertNoListedWord } from '../../settings/word-list.ts';
import { subjectParts } from '../../subjects/subject-parts.ts';
import { contestList } from './contests.admin.queries.ts';
import { contestLinks } from './contests.queries.ts';
import type { ContestSubject } from './contests.subject.ts';
import { toAdminContest } from './contests.wire.ts';
import { createContest, editContest } from './write-contest.ts';

/** /api/admin/contests (O3), and what operators read of contests elsewhere. */
export const contestParts = (deps: Deps, subject: ContestSubject) =>
  subjectParts(
    deps,
    {
      kind: subject,
      list: contestList,
      filters: AdminContestsQuery,
      newBody: NewContestBody,
      editBody: EditContestBody,
      reply: AdminContest,
      toReply: toAdminContest,
      create: (body, ...by) => {
        assertNoListedWord(deps.settings, 'title', body.title);
        return createContest(deps, subject, body, ...by);
      },
      edit: (command, body) => {
        assertNoListedWord(deps.settings, 'title', body.title);
        return editContest(deps, subject, command, body);
      },
      writeErrors: ['REWARDS_TOO_LOW'],
      worth: ({ subsidy }) => subsidy,
      titleOf: ({ title }) => title,
      summaries: {
        list: 'Contests of all kinds, of a realm; the total is in Content-Range',
        create:
          'Creates a contest, active at once when its start is not in the future, with its subsidy (L7)',
        edit: 'Edits a contest: everything but the kind while pending, its title and description while active',
        cancel:
          'Cancels a contest: it becomes void, the subsidy is returned and entry fees are refunded (C1)',
      },
    },
    { links: contestLinks, roomColumn: 'kind' },
  );
