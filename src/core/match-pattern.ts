/** How much may be looked at in all, in words of 32 places in a name: a million take some ten milliseconds. */
export interface MatchWork {
  left: number
}

/**
 * Whether a pattern means a branch or a path. `*` stands for anything but a slash, `?` for one such character, `**` for
 * anything, and `**` with a slash behind it for any folders or none.
 *
 * Which places of the name can be reached with the part of the pattern that has been read is kept as bits, 32 in a word,
 * and each sign of the pattern moves all of them at once: no pattern is slow, however many wildcards it has. Once `work`
 * is used up nothing matches.
 */
export function matchesPattern(pattern: string, name: string, work?: MatchWork): boolean {
  const places = placesIn(name)
  const { words } = places
  let reached = new Uint32Array(words)
  let next = new Uint32Array(words)
  reached[0] = 1
  for (const sign of signsOf(pattern)) {
    if (work !== undefined && (work.left -= words) < 0) return false
    if (!advance(sign, places, reached, next)) return false
    ;[reached, next] = [next, reached]
  }
  return bitAt(reached, places.last)
}

/** A character, or one of `?`, `*`, `**` and `**` with a slash. */
type Sign = string

const mostKept = 1000
const kept = new Map<string, readonly Sign[]>()

function signsOf(pattern: string): readonly Sign[] {
  const known = kept.get(pattern)
  if (known !== undefined) return known
  const signs = pattern.match(/\*\*\/|\*\*|[^]/gu) ?? []
  if (kept.size >= mostKept) kept.clear()
  kept.set(pattern, signs)
  return signs
}

/** The places before, between and behind the characters of a name, and which of them come behind what. */
interface Places {
  readonly name: string
  readonly words: number
  readonly last: number
  readonly behind: ReadonlyMap<string, Uint32Array>
  readonly behindOther: Uint32Array
}

const slash = '/'
/** One name is mostly held against many patterns. */
let lastPlaces: Places | null = null

function placesIn(name: string): Places {
  if (lastPlaces?.name === name) return lastPlaces
  const characters = [...name]
  const words = (characters.length >> 5) + 1
  const behind = new Map<string, Uint32Array>()
  const behindOther = new Uint32Array(words)
  for (const [index, character] of characters.entries()) {
    const bits = behind.get(character) ?? new Uint32Array(words)
    setBit(bits, index + 1)
    behind.set(character, bits)
    if (character !== slash) setBit(behindOther, index + 1)
  }
  lastPlaces = { name, words, last: characters.length, behind, behindOther }
  return lastPlaces
}

function setBit(bits: Uint32Array, at: number): void {
  bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31))
}

function bitAt(bits: Uint32Array, at: number): boolean {
  return ((bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0
}

/** False where no place is left that could be reached. */
function advance(sign: Sign, places: Places, from: Uint32Array, to: Uint32Array): boolean {
  switch (sign) {
    case '*':
      spread(from, places.behindOther, to)
      return true
    case '**':
      return fromFirstOn(from, null, to)
    case '**/':
      return fromFirstOn(from, places.behind.get(slash) ?? nowhere, to)
    case '?':
      return step(from, places.behindOther, to)
    default: {
      const behind = places.behind.get(sign)
      return behind !== undefined && step(from, behind, to)
    }
  }
}

const nowhere = new Uint32Array(0)

/** One place further, where that is one of these. */
function step(from: Uint32Array, these: Uint32Array, to: Uint32Array): boolean {
  let carried = 0
  let any = 0
  for (let word = 0; word < from.length; word++) {
    const bits = from[word] ?? 0
    const moved = ((bits << 1) | carried) & (these[word] ?? 0)
    carried = bits >>> 31
    to[word] = moved
    any |= moved
  }
  return any !== 0
}

/**
 * From each place on for as long as the next is one of these. Adding what is one step further to these runs through each
 * row of ones from there to its end, as a carry does, and turns it over.
 */
function spread(from: Uint32Array, these: Uint32Array, to: Uint32Array): void {
  let carried = 0
  let overflow = 0
  for (let word = 0; word < from.length; word++) {
    const bits = from[word] ?? 0
    const pass = these[word] ?? 0
    const first = (((bits << 1) | carried) & pass) >>> 0
    carried = bits >>> 31
    const sum = pass + first + overflow
    overflow = sum > 0xff_ff_ff_ff ? 1 : 0
    to[word] = bits | first | ((sum ^ pass) & pass)
  }
}

/** Each place that was reached, and behind the first of them all, or those of these. */
function fromFirstOn(from: Uint32Array, these: Uint32Array | null, to: Uint32Array): boolean {
  let isBehind = false
  for (let word = 0; word < from.length; word++) {
    const bits = from[word] ?? 0
    const lowest = bits & -bits
    const rest = isBehind ? -1 : bits === 0 ? 0 : ~(lowest | (lowest - 1))
    to[word] = bits | (rest & (these === null ? -1 : (these[word] ?? 0)))
    isBehind ||= bits !== 0
  }
  return isBehind
}
