// Runs while the app's own scripts are still on the way: asks for what the screen at this address shows first, so that the
// answer is there when they are. src/lib/early-read.ts hands it over.
(() => {
  let token = null;
  try {
    token = localStorage.getItem('token');
  } catch {
    // Storage may be forbidden; the screen asks by itself then.
  }
  const path = token && pathFor(location.pathname, new URLSearchParams(location.search));
  if (!path) return;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const reply = fetch(`/api${path}`, { headers });
  // Told to whoever takes it over, and to nobody otherwise.
  reply.catch(() => {});
  window.copupEarlyRead = { path, token, reply };

  function pathFor(pathname, search) {
    if (pathname === '/waitList') return '/user/wishlist';
    if (pathname === '/auction') {
      const category = search.get('category');
      return `/auction?category=${['cash', 'product', 'coupon'].includes(category) ? category : ''}`;
    }
    return /^\/auction\/[1-9]\d{0,8}$/.test(pathname) ? pathname : undefined;
  }
})();
