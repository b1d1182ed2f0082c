-- S8: what an operator may do. Each operator of earlier versions could do everything, as an owner does.
ALTER TABLE users ADD COLUMN operator_role text;
UPDATE users SET operator_role = 'owner' WHERE operator_since IS NOT NULL AND role = 1;
-- NOT VALID: the rows above satisfy it, and users is not read as a whole.
ALTER TABLE users ADD CONSTRAINT users_operator_role_check CHECK (
  CASE role WHEN 1 THEN operator_role IN ('owner', 'finance', 'support', 'operations', 'content', 'auditor') IS TRUE
    ELSE operator_role IS NULL END) NOT VALID;

-- Another role begins a waiting time of its own (O3a), whatever statement gives it.
CREATE TRIGGER users_changed_operator BEFORE UPDATE OF operator_role ON users
  FOR EACH ROW WHEN (NEW.role = 1 AND OLD.role = 1 AND NEW.operator_role IS DISTINCT FROM OLD.operator_role)
  EXECUTE FUNCTION note_new_operator();

CREATE FUNCTION end_operator_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.operator_role := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER users_end_operator BEFORE UPDATE OF role ON users
  FOR EACH ROW WHEN (NEW.role = 0 AND NEW.operator_role IS NOT NULL) EXECUTE FUNCTION end_operator_role();
