import type { IncomingMessage } from 'node:http'
import { minute, second } from '../../core/clock.ts'
import { Fault } from '../../core/errors.ts'
import { type RemoteOptions, reachServer } from '../imports/reach-server.ts'
import { Fields } from './fields.ts'
import type { Forge, ListAt } from './forge.ts'
import { Nonsense, readJson } from './read-json.ts'

/** A page of a hundred texts of the greatest length that GitHub takes. */
const mostBytes = 32 * 1024 * 1024
const longestMs = 2 * minute
const longestCursor = 500
/** Of a list that is short as a rule. */
const mostPages = 20

/** When a server wants to be asked again. */
export interface ComeBack {
  readonly seconds?: number
  /** In milliseconds since 1970. */
  readonly at?: number
}

/** It did not give what it was asked for. */
export class Declined extends Error {
  readonly status: number
  /** Null where it does not say. */
  readonly comeBack: ComeBack | null

  constructor(status: number, comeBack: ComeBack | null) {
    super(`The server there says ${status}`)
    this.status = status
    this.comeBack = comeBack
  }
}

/** Where a list goes on. */
export interface Spot {
  /** 0 where there is no such number, but a cursor alone. */
  readonly page: number
  /** GitHub's, where a list is long. */
  readonly after?: string | undefined
}

export interface ListPage {
  /** Null for what is too large to be read. */
  readonly items: readonly (Fields | null)[]
  readonly next: Spot | null
  /** As the server says; null where it does not. */
  readonly total: number | null
  /** How many pages there are, in the same way. */
  readonly lastPage: number | null
}

/** Asks one server for what it has of one project. */
export class Api {
  readonly #forge: Pick<Forge, 'base' | 'headers' | 'sizeWord'>
  readonly #options: RemoteOptions

  constructor(forge: Pick<Forge, 'base' | 'headers' | 'sizeWord'>, options: RemoteOptions) {
    this.#forge = forge
    this.#options = options
  }

  async one(path: string): Promise<Fields> {
    const { items } = await this.#ask(path, {})
    return new Fields(items[0])
  }

  /** `size`: how many at once. Servers may give fewer, and say that there is more. */
  async list({ path, query = {} }: ListAt, size: number, spot: Spot = { page: 1 }): Promise<ListPage> {
    const page = spot.page === 0 ? {} : { page: String(spot.page) }
    const sizes = { [this.#forge.sizeWord]: String(size), ...page }
    const asked = { ...query, ...sizes, ...(spot.after === undefined ? {} : { after: spot.after }) }
    const { items, answer } = await this.#ask(path, asked)
    const links = linksIn(answer)
    const next = links.get('next')
    const [total] = [answer.headers['x-total-count'] ?? answer.headers['x-total']].flat()
    return {
      items: items.map((item) => (item === null ? null : new Fields(item))),
      next: next === undefined ? (items.length >= size ? { page: spot.page + 1 } : null) : spotIn(next, spot),
      total: total === undefined || !/^\d{1,9}$/.test(total) ? null : Number(total),
      lastPage: numberIn(links.get('last')?.get('page')),
    }
  }

  /** All of a list that is short as a rule, asked for while somebody wants more of it. */
  async *whole(list: ListAt, size: number): AsyncGenerator<Fields, void, undefined> {
    let spot: Spot | null = { page: 1 }
    for (let pages = 0; spot !== null && pages < mostPages; pages++) {
      const page: ListPage = await this.list(list, size, spot)
      for (const item of page.items) if (item !== null) yield item
      spot = page.next
    }
  }

  async #ask(
    path: string,
    query: Readonly<Record<string, string>>,
  ): Promise<{ readonly items: readonly unknown[]; readonly answer: IncomingMessage }> {
    const url = new URL(this.#forge.base)
    url.pathname += path
    url.search = new URLSearchParams(query).toString()
    const signal = AbortSignal.any([this.#options.signal, AbortSignal.timeout(longestMs)])
    const headers = { 'user-agent': 'stithy', accept: 'application/json', ...this.#forge.headers }
    const answer = await reachServer({ url, headers }, { ...this.#options, signal })
    const status = answer.statusCode ?? 0
    if (status !== 200) {
      answer.destroy()
      throw new Declined(status, comeBackOf(answer))
    }
    return { items: await readJson(await bytesOf(answer)), answer }
  }
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > mostBytes) throw new Nonsense()
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof Nonsense) throw error
    throw new Fault('unavailable', 'The server it comes from broke off: try again', { code: 'UNAVAILABLE' })
  } finally {
    answer.destroy()
  }
  return Buffer.concat(chunks)
}

/** Only what they ask for: where they lead is nobody's choice but ours. */
function linksIn(answer: IncomingMessage): ReadonlyMap<string, URLSearchParams> {
  const header = [answer.headers['link'] ?? []].flat().join(', ').slice(0, 8192)
  const links = new Map<string, URLSearchParams>()
  for (const [, address = '', name = ''] of header.matchAll(/<([^<>]*)>\s*;[^,<>]*?\brel="?(\w+)"?/g)) {
    const query = address.indexOf('?')
    if (query >= 0) links.set(name, new URLSearchParams(address.slice(query)))
  }
  return links
}

function spotIn(query: URLSearchParams, before: Spot): Spot {
  const after = query.get('after') ?? undefined
  if (after !== undefined && after.length > longestCursor) throw new Nonsense()
  return { page: numberIn(query.get('page')) ?? (after === undefined ? before.page + 1 : 0), after }
}

function numberIn(text: string | null | undefined): number | null {
  return text != null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

/** `Retry-After` is what all of them say now and then; the others say how many questions are left, and until when. */
function comeBackOf({ headers, statusCode }: IncomingMessage): ComeBack | null {
  const seconds = numberIn(headers['retry-after'])
  if (seconds !== null) return { seconds }
  const [left] = [headers['x-ratelimit-remaining'] ?? headers['ratelimit-remaining']].flat()
  const [reset] = [headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']].flat()
  const isOver = left === '0' || statusCode === 429
  if (isOver && reset !== undefined && /^\d{1,11}$/.test(reset)) return { at: Number(reset) * second }
  return statusCode === 429 ? { seconds: 60 } : null
}
