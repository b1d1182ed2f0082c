import { paths } from '@copup/shared/page-paths.ts';
import type { Profile } from '@copup/shared/users.ts';
import { Camera, UserPlus } from 'lucide-react';
import { type ChangeEvent, useId } from 'react';
import { Link } from 'react-router-dom';
import { formatMonth } from '../../lib/format-time.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { Avatar } from '../../ui/art/avatar.tsx';
import { toast } from '../../ui/toast.ts';

const accepted = ['image/png', 'image/jpeg', 'image/webp'];
const maxMb = 5;

interface AccountCardProps {
  profile: Profile;
  /** The chosen picture; null when the present one is to be removed. */
  picture: File | null | undefined;
  onPicture: (picture: File | null | undefined) => void;
}

/** The user's picture with its picker. A chosen picture is shown at once and stored with the form. */
export function AccountCard({ profile, picture, onPicture }: AccountCardProps) {
  const inputId = useId();
  const preview = useObjectUrl(picture);
  const shown = picture === null ? null : (preview ?? profile.profile);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file can be chosen again.
    event.target.value = '';
    if (!file) return;
    if (!accepted.includes(file.type)) return toast.error('Choose a PNG, JPEG or WebP picture.');
    if (file.size > maxMb * 2 ** 20) return toast.error(`A picture may have at most ${maxMb} MB.`);
    onPicture(file);
  };
  return (
    <section
      aria-label="Your picture and name"
      className="stage adire flex flex-wrap items-center gap-4 overflow-hidden rounded-[24px] p-4"
    >
      <span className="relative shrink-0 rounded-full p-1 shadow-[0_0_0_2px_#c9d2ff]">
        <Avatar name={profile.full_name} username={profile.username} picture={shown} size={96} />
        <input
          id={inputId}
          type="file"
          accept={accepted.join(',')}
          className="peer sr-only"
          aria-label="Update avatar"
          onChange={choose}
        />
        <label
          htmlFor={inputId}
          title="Update avatar"
          className="absolute -right-2 -bottom-1 grid size-11 cursor-pointer place-items-center rounded-full bg-white text-[#0f1530] shadow-2 peer-focus-visible:outline-3 peer-focus-visible:outline-white"
        >
          <Camera size={20} aria-hidden />
        </label>
      </span>
      <div className="min-w-40 flex-1">
        <p className="font-display text-lg font-bold wrap-anywhere">{profile.full_name}</p>
        <p className="text-sm wrap-anywhere text-on-stage-2">
          @{profile.username}, joined {formatMonth(Date.parse(profile.joined_at))}
        </p>
        <p className="mt-1 flex flex-wrap gap-x-4">
          <Link
            to={paths.invites}
            className="inline-flex min-h-tap items-center gap-2 text-sm font-semibold text-white"
          >
            <UserPlus size={20} aria-hidden />
            Invite friends
          </Link>
          {shown !== null ? (
            <button
              type="button"
              className="min-h-tap text-sm font-semibold text-white"
              onClick={() => onPicture(picture ? undefined : null)}
            >
              {picture ? 'Undo' : 'Remove picture'}
            </button>
          ) : null}
        </p>
        {picture !== undefined ? (
          <p role="status" className="text-sm text-on-stage-2">
            Press Save Changes to keep it.
          </p>
        ) : null}
      </div>
    </section>
  );
}
