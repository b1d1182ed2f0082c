-- S1: the network prefix of a known device's last sign-in, from which its user may request the reserved mails of a day.
ALTER TABLE known_devices ADD COLUMN network text;
