import { isBlank } from '../../core/is-blank.ts'

/** What another server says of a thing, where nothing has to be what it should be. */
export class Fields {
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(value: unknown) {
    this.#fields =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  }

  /** Empty where there is none. */
  text(name: string): string {
    const value = this.#fields[name]
    return typeof value === 'string' ? value : ''
  }

  /** True where it says so. */
  flag(name: string): boolean {
    return this.#fields[name] === true
  }

  /** Said, and not true. */
  denies(name: string): boolean {
    return this.#fields[name] === false
  }

  has(name: string): boolean {
    const value = this.#fields[name]
    return value !== undefined && value !== null
  }

  /** Null for what is no whole number from 1 to the largest that is kept. */
  number(name: string): number | null {
    const value = this.#fields[name]
    return typeof value === 'number' && isNumber(value) ? value : null
  }

  count(name: string): number | null {
    const value = this.#fields[name]
    return value === 0 ? 0 : this.number(name)
  }

  of(name: string): Fields {
    return new Fields(this.#fields[name])
  }

  list(name: string): readonly unknown[] {
    const value = this.#fields[name]
    return Array.isArray(value) ? value.slice(0, mostInList) : []
  }

  /** In milliseconds, not later than now; null where it says nothing that makes sense. */
  time(name: string, now: number): number | null {
    const at = this.date(name)
    return at === null ? null : Math.min(at, now)
  }

  /** The same, later than now as well. */
  date(name: string): number | null {
    const text = this.text(name)
    const at = text.length > longestTime ? Number.NaN : Date.parse(text)
    return Number.isNaN(at) ? null : Math.max(at, 0)
  }
}

const mostInList = 100
/** Whoever reads times goes through all of a text. */
const longestTime = 64
/** Addresses have nine digits, and there must be room behind it for all that is written here later. */
const largestNumber = 900_000_000

export function isNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= largestNumber
}

/** The number at the end of an address. */
export function numberAtEnd(address: string): number | null {
  const [, digits = ''] = /\/(\d{1,10})$/.exec(address) ?? []
  return isNumber(Number(digits)) ? Number(digits) : null
}

/** One line, of at most so many characters; `instead` where there is nothing to be seen of it. */
export function oneLine(text: string, most: number, instead: string): string {
  const line = shorten(text, most * 4)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  if (isBlank(line)) return instead
  const letters = Array.from(line)
  return letters.length <= most ? line : `${letters.slice(0, most - 1).join('')}…`
}

/** Text as it can be kept, with nothing in it that cannot be seen and does something. */
export function wholeText(text: string, most: number): { readonly text: string; readonly isCut: boolean } {
  const clean = shorten(text, most * 2)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
  const letters = clean.length <= most ? null : Array.from(clean)
  if (letters === null || letters.length <= most) return { text: clean, isCut: text.length > most * 2 }
  return { text: letters.slice(0, most).join(''), isCut: true }
}

/** So that nothing below has to go through what is thrown away, and no half of a character is left. */
function shorten(text: string, most: number): string {
  return (text.length > most ? text.slice(0, most) : text).toWellFormed()
}
