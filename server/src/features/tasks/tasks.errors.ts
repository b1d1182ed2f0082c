import { inCoins } from '@copup/shared/coins.ts';
import type { UploadStatus } from '@copup/shared/tasks.ts';
import { Refusal } from '../../errors.ts';

export const taskNotFound = () => new Refusal('TASK_NOT_FOUND', 'Task not found.');
export const uploadNotFound = () => new Refusal('UPLOAD_NOT_FOUND', 'Upload not found.');
/** The specification's text. */
export const alreadyUploaded = () =>
  new Refusal('ALREADY_UPLOADED', 'already uploaded wait for 48hrs for verification');
export const taskCompleted = () => new Refusal('TASK_COMPLETED', 'You have completed this task.');
export const noUploadsLeft = (uploads: number) =>
  new Refusal('NO_UPLOADS_LEFT', `All ${uploads} of your screenshots for this task were rejected.`);
export const wrongUploadStatus = (status: UploadStatus) =>
  new Refusal('WRONG_STATUS', `This upload is already ${status}.`, { details: { status } });
export const badDataUrl = () => new Refusal('BAD_IMAGE', 'The picture could not be read.');

export const friendsMissing = (referrals: number, required: number) =>
  new Refusal(
    'TARGET_NOT_REACHED',
    `${referrals} of ${required} friends have registered with your code and signed in on their own devices. Invite ${required - referrals} more.`,
    { details: { referrals, required } },
  );
export const alreadyRewarded = () => new Refusal('ALREADY_CLAIMED', 'You have received this reward.');

export const conversionOff = () =>
  new Refusal('CONVERSION_OFF', 'Task coins cannot be converted at the moment.');
export const rateDiffers = (rate: number) =>
  new Refusal(
    'PRICE_DIFFERS',
    `The rate has changed: 1 bonus coin is now ${inCoins(rate, 'task')}. Check the amount.`,
    {
      details: { rate },
    },
  );
export const notMultiple = (rate: number) =>
  new Refusal('VALIDATION_FAILED', `Enter a multiple of ${inCoins(rate, 'task')}.`, {
    issues: [{ path: 'task_coin', message: `must be a multiple of ${rate}` }],
    details: { rate },
  });
export const notEnoughTaskCoins = (taskCoins: number) =>
  new Refusal('NOT_ENOUGH_COINS', `You have ${inCoins(taskCoins, 'task')}.`, {
    details: { task_coin: taskCoins },
  });
export const conversionUnfunded = () =>
  new Refusal(
    'REWARD_UNFUNDED',
    'There are not enough bonus coins to convert to now. Please try again later.',
  );
