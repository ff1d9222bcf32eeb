/** The highest first, as `git tag --sort=-v:refname` has them, but what comes before a version (`v2.0-rc1`) is below it. */
export function byVersion(names: readonly string[]): readonly string[] {
  const keyed = names.map((name) => ({ name, key: keyOf(name) }))
  keyed.sort((a, b) => descending(a.key, b.key) || descending(a.name, b.name))
  return keyed.map(({ name }) => name)
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0
}

/** Signs that no name has, below all that one can have. */
const before = '\u0001'
const end = '\u0002'

/** A text whose order as text is that of the version: how long a number is stands before it. */
function keyOf(name: string): string {
  const parts = name.replaceAll(/-|(?<=\d)(?=(?:a|alpha|b|beta|rc)\d)/g, before)
  return parts.replaceAll(/\d+/g, numberKey) + end
}

function numberKey(digits: string): string {
  const number = digits.replace(/^0+/, '')
  // Begins as a digit, so that it stands where a digit does among other signs.
  return `0${String.fromCharCode(number.length)}${number}`
}
