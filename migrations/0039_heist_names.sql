-- O3: the search of the operators' lists of heists and their orders.
CREATE INDEX heists_name_search ON heists USING gin (name gin_trgm_ops) WITH (gin_pending_list_limit = 256);
