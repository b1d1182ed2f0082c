// Follows a receipt while its page is open (W22). The page is whole without it: there, "Read again" does the same.
const { pathname } = location;
const mark = document.currentScript;

/** Puts what the books have now in place of what is shown; the status is said by screen readers. */
async function readAgain() {
  const reply = await fetch(pathname);
  const next = new DOMParser().parseFromString(await reply.text(), 'text/html');
  document.title = next.title;
  for (const part of ['main', 'footer']) document.querySelector(part).replaceWith(next.querySelector(part));
  // Otherwise the owner has ended the sharing, for good.
  if (!reply.ok) return;
  follow();
  await tellViewer();
}

/** Only the server knows to whom something was sent: for the account of this browser. */
async function tellViewer() {
  const token = localStorage.getItem('token');
  if (!token) return;
  const reply = await fetch(`/api/receipts/${mark.dataset.code}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { is_mine: isMine } = await reply.json();
  if (typeof isMine !== 'boolean') return;
  const check = document.querySelector('.check');
  check.textContent = isMine ? 'You received this.' : 'This was not sent to you.';
  check.classList.add(isMine ? 'mine' : 'other');
}

let source;
function follow() {
  source?.close();
  if (document.visibilityState === 'hidden') return;
  const shown = document.querySelector('.status')?.dataset.status ?? '';
  source = new EventSource(`${pathname}/live?status=${shown}`);
  source.onmessage = () => {
    source.close();
    readAgain().catch(() => setTimeout(follow, 2_000));
  };
}

document.addEventListener('visibilitychange', follow);
follow();
tellViewer().catch(() => {});
