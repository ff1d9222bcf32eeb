import { type Cidr, parseCidr } from './core/address.ts'
import { day, hour, minute, second } from './core/clock.ts'

/** How one kind of value is written in an environment variable. `read` returns undefined for what it may not be. */
export interface SettingKind<T> {
  readonly mayBe: string
  read(text: string): T | undefined
}

export interface Rate {
  readonly points: number
  readonly seconds: number
}

/** Neither in quotes nor between spaces: a file of settings that keeps them was written for one that does not. */
export function isBare(value: string): boolean {
  return value === value.trim() && !/^(["']).*\1$/s.test(value)
}

/** A folder or a password that is in quotes would be another than the one that is meant, and nobody would notice. */
export const text: SettingKind<string> = { mayBe: 'any text', read: (value) => (isBare(value) ? value : undefined) }

export const flag: SettingKind<boolean> = {
  mayBe: 'true or false',
  read: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
}

export const port = integer(0, 65535)

export function integer(low: number, high: number): SettingKind<number> {
  return {
    mayBe: `a whole number from ${low} to ${high}`,
    read: (value) => (/^\d{1,15}$/.test(value) && inside(Number(value), low, high) ? Number(value) : undefined),
  }
}

export function number(low: number, high: number): SettingKind<number> {
  return {
    mayBe: `a number from ${low} to ${high}`,
    read: (value) =>
      /^\d{1,9}(\.\d{1,6})?$/.test(value) && inside(Number(value), low, high) ? Number(value) : undefined,
  }
}

export function oneOf<const T extends string>(...values: readonly T[]): SettingKind<T> {
  return { mayBe: values.join(', '), read: (value) => values.find((one) => one === value) }
}

export function url(...protocols: readonly string[]): SettingKind<URL> {
  return {
    mayBe: `a URL that begins with ${protocols.map((one) => `${one}//`).join(' or ')}`,
    read: (value) => {
      const parsed = URL.canParse(value) ? new URL(value) : undefined
      return parsed !== undefined && protocols.includes(parsed.protocol) ? parsed : undefined
    },
  }
}

export const mailServer: SettingKind<URL> = {
  mayBe: 'a URL such as smtp://user:password@mail.example.org:587 or smtps://mail.example.org',
  read: (value) => {
    const parsed = url('smtp:', 'smtps:').read(value)
    return parsed !== undefined && parsed.hostname !== '' && isDecodable(parsed.username + parsed.password)
      ? parsed
      : undefined
  },
}

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

export const mailbox: SettingKind<string> = {
  mayBe: 'a mailbox such as Stithy <stithy@example.org>',
  read: (value) =>
    /^(?:(?:[^<>@,;:"\p{Cc}]*|"[^"\\\p{Cc}]*") *<([^<>]+)>|([^<>]+))$/u.test(value) ? mailboxOf(value) : undefined,
}

function mailboxOf(value: string): string | undefined {
  const address = /<([^<>]+)>$/.exec(value)?.[1] ?? value
  return /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/iu.test(address) ? value : undefined
}

export const webUrl: SettingKind<string> = {
  mayBe: 'a URL such as https://code.example.org, without a path or a password',
  read: (value) => {
    const parsed = url('http:', 'https:').read(value)
    // Nothing in it but what makes its origin.
    return parsed?.href === `${parsed?.origin}/` ? parsed?.origin : undefined
  },
}

/** As the provider itself spells it, to the slash at its end. What is sent there needs https, unless it stays on this machine. */
export const issuerUrl: SettingKind<string> = {
  mayBe:
    'a URL that begins with https:// such as https://login.example.org/realms/staff, without a question mark or a password',
  read: (value) => {
    const parsed = url('http:', 'https:').read(value)
    if (parsed === undefined || /[?#]/.test(value) || parsed.username + parsed.password !== '' || !isBare(value)) return
    return parsed.protocol === 'https:' || loopback.test(parsed.hostname) ? value : undefined
  },
}

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

export const bucketName: SettingKind<string> = {
  mayBe: 'the name of a bucket: 3 to 63 small letters, digits, dots and dashes',
  read: (value) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : undefined),
}

export const keyPrefix: SettingKind<string> = {
  mayBe: 'letters, digits, dots, dashes and underscores, in parts that each end with a slash',
  read: (value) => (/^(?:[\w-][\w.-]{0,99}\/){1,9}$/.test(value) ? value : undefined),
}

export const secretKey: SettingKind<Uint8Array> = {
  mayBe: '32 bytes in base64 (openssl rand -base64 32)',
  read: (value) => {
    const bytes = Buffer.from(value, 'base64')
    return bytes.length === 32 && /^[A-Za-z0-9+/_=-]+$/.test(value) ? new Uint8Array(bytes) : undefined
  },
}

const units: Readonly<Record<string, number>> = { s: second, m: minute, h: hour, d: day }

export const rate: SettingKind<Rate> = {
  mayBe: 'a count and a span such as 120/1m (spans: s, m, h, d)',
  read: (value) => {
    const parts = /^([1-9]\d{0,8})\/([1-9]\d{0,4})([smhd])$/.exec(value)
    const unit = units[parts?.[3] ?? '']
    if (parts === null || unit === undefined) return undefined
    return { points: Number(parts[1]), seconds: (Number(parts[2]) * unit) / second }
  },
}

/** With `*` and `?` for what may be anything, of characters that what is meant can have. */
export function globs(characters: RegExp, mayBe: string): SettingKind<readonly string[]> {
  return {
    mayBe,
    read: (value) => {
      const patterns = split(value)
      return patterns.every((one) => characters.test(one)) ? patterns : undefined
    },
  }
}

export const imageName: SettingKind<string> = {
  mayBe: 'the name of an image such as debian:12',
  read: (value) => (/^[A-Za-z0-9][\w.:/@-]{0,254}$/.test(value) ? value : undefined),
}

const hostName = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/i

/** The last part of a name is no number: then it would be an address, if a wrong one. */
export const hosts: SettingKind<readonly string[]> = {
  mayBe: 'names of hosts, addresses or networks, comma-separated, such as hooks.internal,10.0.0.0/8,::1',
  read: (value) => {
    const named = split(value)
    return named.every((one) => parseCidr(one) !== null || (hostName.test(one) && !/(?:^|\.)\d+$/.test(one)))
      ? named
      : undefined
  },
}

export const cidrs: SettingKind<readonly Cidr[]> = {
  mayBe: 'addresses or networks, comma-separated, such as 10.0.0.0/8,::1',
  read: (value) => {
    const read = split(value).map(parseCidr)
    return read.every((one) => one !== null) ? read : undefined
  },
}

function split(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function inside(value: number, low: number, high: number): boolean {
  return value >= low && value <= high
}
