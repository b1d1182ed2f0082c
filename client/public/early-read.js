// Runs while the app's scripts are loading: requests the first data of the screen at this address, so that the reply is there
// when they run. src/lib/api.ts returns it.
(() => {
  let token = null;
  try {
    token = localStorage.getItem('token');
  } catch {
    // Storage may be disabled; the screen then sends the request itself.
  }
  const path = (token ? pathFor : visitorsPathFor)(location.pathname, new URLSearchParams(location.search));
  if (!path) return;
  const headers = { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  const reply = fetch(`/api${path}`, { headers });
  // The consumer of the reply handles the error; without one it is ignored.
  reply.catch(() => {});
  window.copupEarlyRead = { path, token, reply };

  function pathFor(pathname, search) {
    if (pathname === '/waitList') return '/user/wishlist';
    if (pathname === '/auction') {
      const category = search.get('category');
      return ['cash', 'product', 'coupon'].includes(category) ? `/auction?category=${category}` : '/auction';
    }
    return /^\/auction\/[1-9]\d{0,8}$/.test(pathname) ? pathname : undefined;
  }

  function visitorsPathFor(pathname) {
    if (pathname === '/') return '/landing';
    const [, id] = /^\/(?:auction|watch)\/([1-9]\d{0,8})$/.exec(pathname) ?? [];
    return id && `/watch/${id}`;
  }
})();
