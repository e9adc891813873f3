import { deviceWords } from '#server/text/messages.ts'

/** The first match names the browser: many user agents also claim to be one of those further down. */
const BROWSERS: [RegExp, keyof typeof deviceWords.browsers][] = [
  [/Telegram/i, 'telegram'],
  [/Instagram/i, 'instagram'],
  [/SamsungBrowser\//, 'samsung'],
  [/OPR\/|Opera/, 'opera'],
  [/Edg(e|A|iOS)?\//, 'edge'],
  [/YaBrowser\//, 'yandex'],
  [/Firefox\/|FxiOS\//, 'firefox'],
  [/CriOS\/|Chrom(e|ium)\//, 'chrome'],
  [/Version\/.*Safari\//, 'safari'],
]
const SYSTEMS: [RegExp, keyof typeof deviceWords.systems][] = [
  [/iPad/, 'ipad'],
  [/iPhone|iPod/, 'iphone'],
  [/SMART-TV|SmartTV|Tizen|Web0S|WebOS|AFT[A-Z]|BRAVIA|Android TV/i, 'tv'],
  [/Android/, 'android'],
  [/Windows/, 'windows'],
  [/CrOS/, 'chromeos'],
  [/Mac OS X|Macintosh/, 'mac'],
  [/Linux|X11/, 'linux'],
]

/** Names a device from its `User-Agent` with words of our own; the header's text is never repeated. */
export function deviceName(agent: string | null): string {
  const browser = nameOf(BROWSERS, agent ?? '')
  const system = nameOf(SYSTEMS, agent ?? '')
  const { browsers, systems, unknown, on } = deviceWords
  if (browser && system) return on(browsers[browser], systems[system])
  if (browser) return browsers[browser]
  return system ? systems[system] : unknown
}

function nameOf<Name>(known: [RegExp, Name][], agent: string): Name | undefined {
  return known.find(([pattern]) => pattern.test(agent))?.[1]
}
