-- O3: the operators' search by title.
CREATE INDEX contests_title_search ON contests USING gin (title gin_trgm_ops) WITH (gin_pending_list_limit = 256);
