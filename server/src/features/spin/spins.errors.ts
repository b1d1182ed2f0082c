import { Refusal } from '../../errors.ts';

export const wrongPasscode = () => new Refusal('WRONG_PASSCODE', 'Incorrect passcode. Please try again.');
export const spinLocked = () => new Refusal('SPIN_LOCKED', 'Enter the passcode first.');
export const alreadySpun = () => new Refusal('ALREADY_SPUN', 'You can spin only once');
export const comeBackTomorrow = () =>
  new Refusal(
    'COME_BACK_TOMORROW',
    'Today’s prizes have all been won. You still have your spin. Come back tomorrow.',
  );
export const spinUnfunded = () =>
  new Refusal(
    'REWARD_UNFUNDED',
    'Prizes cannot be paid at the moment. You still have your spin. Please try again later.',
  );
