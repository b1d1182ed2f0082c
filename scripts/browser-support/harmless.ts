const noPointer = 'Phones have no mouse pointer.';
const lines = 'Only the position of line breaks changes.';
const label = 'The small picture keeps its icon without the visible words; screen readers read both.';
const tested = 'The library tests for the feature once and stores the result.';

const viewTransitions = 'React and the router use it for view transitions only, which no screen uses.';

/** Features that some supported browser lacks and that need no fallback, with the reason. */
export const harmless: Record<string, string> = {
  'api.BarcodeDetector':
    'Camera and pictures are read by a library without it (client/src/features/sends/read-code.tsx).',
  'api.Document.startViewTransition': viewTransitions,
  'api.Navigator.userActivation': 'Vibrations are left out without it (client/src/lib/haptics.ts).',
  'api.Navigator.vibrate': 'Vibrations are left out, and so is their setting (client/src/lib/haptics.ts).',
  'api.Notification.permission_static':
    'iPhones without it have no push: the settings name the home screen (client/src/push/device.ts).',
  'css.at-rules.container': label,
  'css.at-rules.property': 'Tailwind sets the initial values itself without @property.',
  'css.properties.accent-color': 'Safari lacks contrast control only.',
  'css.properties.container-type': label,
  'css.properties.container-type.inline-size': label,
  'css.properties.cursor.not-allowed': noPointer,
  'css.properties.cursor.pointer': noPointer,
  'css.properties.font-family.ui-monospace': 'The font list has fallbacks.',
  'css.properties.outline': 'The outline of older Safari has square corners.',
  'css.properties.resize': 'Phones have no handle to drag; the field scrolls.',
  'css.properties.resize.both': 'Tailwind generates the class from a word in a script; no element has it.',
  'css.properties.resize.vertical': 'Phones have no handle to drag; the field scrolls.',
  'css.properties.scrollbar-width': 'The prefixed pseudo-element hides it there.',
  'css.properties.scrollbar-width.none': 'The prefixed pseudo-element hides it there.',
  'css.properties.text-wrap': lines,
  'css.properties.text-wrap.balance': lines,
  'css.properties.text-wrap.pretty': lines,
  'css.properties.text-wrap.wrap': lines,
  'css.selectors.selection': 'iOS draws its own selection.',
  'css.types.length.lh': 'The minimum height of an empty date field in Safari.',
  'javascript.builtins.ArrayBuffer.resize': 'A function of the QR decoder has the same name.',
  'javascript.builtins.Uint8Array.fromHex': tested,
  'javascript.builtins.Uint8Array.toHex': tested,
};
