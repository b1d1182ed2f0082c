-- W2: the reference that a buyer reads before the transfer, one for each package, until the transfer is announced.
CREATE TABLE payment_references (
  user_id uuid NOT NULL REFERENCES users (id),
  package_id integer NOT NULL REFERENCES coin_packages (id),
  reference text NOT NULL UNIQUE,
  PRIMARY KEY (user_id, package_id)
);
