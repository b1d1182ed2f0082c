-- The kinds of live subjects are those of the declaration, shared/src/live-subjects.ts: a new one needs no change here.
ALTER TABLE subject_changes DROP CONSTRAINT subject_changes_subject_kind_check;
ALTER TABLE left_entries DROP CONSTRAINT left_entries_subject_kind_check;
