import type { FoundPackage, Reading, Use } from './found-package.ts'

const order: readonly Use[] = ['required', 'optional', 'development']

/** Works out what a file leaves open: who is asked for by the project itself, and what the others are needed for. */
export function settleReading({ packages, usesAreOfDirect }: Reading): readonly FoundPackage[] {
  const known = packages.some((one) => one.isDirect) ? packages : withDirect(packages)
  return usesAreOfDirect === true ? withUses(known) : known
}

/** Where a file does not say it: whoever is needed by no other. */
function withDirect(packages: readonly FoundPackage[]): readonly FoundPackage[] {
  const needed = new Set(packages.flatMap((one) => one.needs))
  return packages.map((one) => (needed.has(one.purl) ? one : { ...one, isDirect: true }))
}

/** What only development needs is for development: the uses of direct packages pass on to all that these need. */
function withUses(packages: readonly FoundPackage[]): readonly FoundPackage[] {
  const byPurl = new Map(packages.map((one) => [one.purl, one]))
  const uses = new Map<string, Use>()
  for (const use of order) {
    const waiting = packages.filter((one) => one.isDirect && one.use === use).map((one) => one.purl)
    for (let purl = waiting.pop(); purl !== undefined; purl = waiting.pop()) {
      if (uses.has(purl)) continue
      uses.set(purl, use)
      waiting.push(...(byPurl.get(purl)?.needs ?? []).filter((need) => !uses.has(need)))
    }
  }
  return packages.map((one) => ({ ...one, use: uses.get(one.purl) ?? one.use }))
}
