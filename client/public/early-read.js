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
  reply
    .then(async (read) => read.ok && path === location.pathname && showAuction(await read.clone().json()))
    .catch(() => {});
  window.copupEarlyRead = { path, token, reply };

  // Shows the price of a live auction in the page's template (src/painted.tsx) until the app shows its screen in the same place.
  function showAuction({ name, status, price, current_bid_amount, highest_bidder, end_date, server_time }) {
    const template = document.querySelector('#root > template');
    const format = (amount) => String(amount).replace(/\B(?=(\d{3})+$)/g, ',');
    const coins = format(current_bid_amount);
    // A longer number is in a smaller size, and an auction at its end has another screen.
    if (
      !template ||
      status !== 'active' ||
      Date.parse(end_date) <= Date.parse(server_time) ||
      coins.length > 8
    )
      return;
    const find = (selector) => template.content.querySelector(selector);
    find('h1').textContent = name;
    find('[data-early=price] [role=img]').textContent = coins;
    find('[data-early=naira]').textContent = `₦${format(100 * current_bid_amount)}`;
    if (highest_bidder === null) find('h2').textContent = 'Highest bid, no bids yet';
    if (price > 0) find('b').textContent = `₦${format(price)}`;
    else find('b').parentNode.remove();
    // As in the app: after a second without a confirmation it is not live.
    const [heading, badge, readMs] = [find('h2'), find('header > span'), Date.now()];
    const timer = setInterval(() => {
      if (!heading.isConnected) return clearInterval(timer);
      badge.remove();
      if (highest_bidder !== null)
        heading.textContent = `Highest bid, ${Math.floor((Date.now() - readMs) / 1_000)} s ago`;
    }, 1_000);
    template.parentNode.replaceChildren(template.content);
  }

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
