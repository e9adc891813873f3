/**
 * The oldest browsers the app runs in. The build lowers syntax to them, `src/app/early/requireBaseline.ts` sends older ones
 * to `/unsupported.html`, and `tests/e2e/baseline.spec.ts` searches the built files for newer APIs.
 */
export const BASELINE = ['chrome111', 'edge111', 'firefox115', 'safari16.4']

/** `/early.js` must be readable for browsers below the baseline: it is what tells them so. */
export const EARLY_TARGET = 'es2017'

/**
 * APIs that some browser of the baseline lacks, as an unguarded use of them looks in a built file. A use guarded by `?.` or
 * by a condition does not match, or is listed in `GUARDED`.
 */
export const ABOVE_BASELINE: Record<string, RegExp> = {
  'AbortSignal.any': /AbortSignal\.any\(/,
  'Array.fromAsync': /Array\.fromAsync\(/,
  'ArrayBuffer.prototype.transfer': /\.transfer\(\)/,
  'Element.checkVisibility': /\.checkVisibility\(/,
  'Intl.DurationFormat': /Intl\.DurationFormat/,
  'Intl.Segmenter': /Intl\.Segmenter/,
  'Iterator helpers':
    /\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  'Iterator.from': /Iterator\.from\(/,
  'Object.groupBy, Map.groupBy': /(Object|Map)\.groupBy\(/,
  'Promise.try': /Promise\.try\(/,
  'Promise.withResolvers': /Promise\.withResolvers\(/,
  'ReadableStream.from': /ReadableStream\.from\(/,
  'RegExp v flag': /new RegExp\([^)]*,\s*["'`][a-z]*v[a-z]*["'`]\)/,
  'RegExp.escape': /RegExp\.escape\(/,
  'Set operations':
    /\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(|new Set\([^)]*\)\.(union|intersection|difference)\(/,
  'String.isWellFormed, toWellFormed': /\.(isWellFormed|toWellFormed)\(/,
  'Symbol.dispose': /Symbol\.(asyncD|d)ispose/,
  'Uint8Array base64 and hex': /\.(fromBase64|toBase64|fromHex|toHex)\(/,
  'URL.canParse, URL.parse': /URL\.(canParse|parse)\(/,
  'popover methods': /\.(showPopover|hidePopover|togglePopover)\(/,
  requestIdleCallback: /(?<![.\w$])requestIdleCallback\(/,
  'scheduler.yield, scheduler.postTask': /scheduler\.(yield|postTask)\(/,
  'document.startViewTransition': /document\.startViewTransition\(/,
}

/** Guarded uses of these APIs, as they look in a built file, and where they come from. */
export const GUARDED: { use: RegExp; source: string }[] = [
  { use: /[`"']any[`"']in AbortSignal\)return AbortSignal\.any\(/, source: '@videojs/react' },
  { use: /document\.startViewTransition\(\w+\)\.updateCallbackDone/, source: '@tanstack/react-router, after a check' },
  { use: /URL\.canParse\?URL\.canParse\(/, source: 'valibot, url()' },
  {
    use: /typeof requestIdleCallback\s*={2,3}\s*[`"']function[`"']\s*(\?|&&|\))[^;]{0,20}requestIdleCallback\(/,
    source: 'src/app/whenIdle.ts and src/parts/lists/usePrefetchNextPage.ts',
  },
]
