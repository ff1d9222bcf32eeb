const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^git\//, 'git'],
]

const systems: readonly [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Good enough to tell one's own machines apart; the full text stands in the title. */
export function deviceName(userAgent: string): { name: string; mobile: boolean } {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const name = browser && system ? `${browser} on ${system}` : (browser ?? system ?? firstWords(userAgent))
  return { name, mobile: system === 'iOS' || system === 'Android' }
}

function firstWords(userAgent: string): string {
  const text = userAgent.trim()
  if (text === '') return 'Unknown device'
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
