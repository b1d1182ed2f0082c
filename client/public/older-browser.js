// ES5, so that it runs in browsers that cannot run the app. AbortSignal.timeout exists since Chrome 103, Safari 16 and Firefox 100.
// The app's styles may not work either.
(() => {
  if (typeof AbortSignal !== 'undefined' && 'timeout' in AbortSignal) return;
  var notice = document.getElementById('older-browser');
  if (!notice) return;
  notice.style.cssText =
    'position:relative;z-index:99;padding:16px;background:#ffebd3;color:#0f1530;font:16px/1.5 sans-serif';
  notice.hidden = false;
})();
