import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '../../app.ts'
import { bareAddress, isLoopback } from '../../core/address.ts'
import { second } from '../../core/clock.ts'
import type { Right } from '../../features/access/permit.ts'
import { entityTag, isKnown } from '../entity-tag.ts'
import type { PageCall } from './page-route.ts'

const mostBytes = 16 * 1024 * 1024
/** What pages say about the time ("3 minutes ago") is that old at most. */
const lifetime = 10 * second
const smallestCompressed = 1024

/** A tenth of the time of the best, for a little more room. */
const quality = 4

/**
 * As they are preferred. Browsers take the first where the line is safe, and only the second where it is not. Nearly every
 * program takes that one, too: on this very machine it would wait longer for the packing than for the bytes.
 */
const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]

const compressors: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => promisify(gzip)(body, { level: quality }),
}

export type Version = Awaited<ReturnType<App['db']['version']>>

export interface KeptPage {
  readonly body: Buffer
  readonly tag: string
  readonly until: number
  /** Made for the first who takes it. */
  readonly compressed: Partial<Record<Coding, Promise<Buffer>>>
}

/**
 * Documents as somebody sees them; strangers all see the same. They are kept for as long as nothing at all was committed, so
 * that what is hidden, changed or deleted is so at once.
 */
export class KeptPages {
  readonly #app: Pick<App, 'clock' | 'db'>
  readonly #pages = new LRUCache<string, KeptPage>({ maxSize: mostBytes, sizeCalculation: sizeOf })
  readonly #underWay = new Map<string, Promise<KeptPage | null>>()
  #version: Version | null = null

  constructor(app: Pick<App, 'clock' | 'db'>) {
    this.#app = app
  }

  version(): Version | Promise<Version> {
    return this.#app.db.version()
  }

  find(name: string, version: Version): KeptPage | null {
    if (version !== this.#version) {
      this.#pages.clear()
      this.#version = version
    }
    const page = this.#pages.get(name)
    return page === undefined || page.until < this.#app.clock.now() ? null : page
  }

  /** Of all who ask for the same at once, one has it made. Null: what was made is for nobody else. */
  async of(name: string, version: Version, make: () => Promise<string | null>): Promise<KeptPage | null> {
    const key = `${version} ${name}`
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const work = this.#make(name, version, make)
    this.#underWay.set(key, work)
    try {
      return await work
    } finally {
      this.#underWay.delete(key)
    }
  }

  async #make(name: string, version: Version, make: () => Promise<string | null>): Promise<KeptPage | null> {
    const text = await make()
    if (text === null) return null
    const body = Buffer.from(text)
    const tag = entityTag(body)
    const page: KeptPage = { body, tag, until: this.#app.clock.now() + lifetime, compressed: {} }
    // Something may have been committed while it was made: then it is only for those who asked before.
    if ((await this.version()) === version && this.#version === version) this.#pages.set(name, page)
    return page
  }
}

/** No credentials of any kind, nor anything that a page before has left: what they see goes by the address alone. */
export function isStranger({ headers }: FastifyRequest): boolean {
  return headers.cookie === undefined && headers.authorization === undefined
}

/** What a page goes by: the address, and who sees it there. Null for what is shown this once. */
export function nameOfPage({ url }: FastifyRequest, { actor, chrome, secret }: PageCall<Right>): string | null {
  if (chrome.flash !== null || secret !== null) return null
  if (actor.kind === 'anonymous') return url
  // An address begins with a slash: none is the name of somebody's page.
  if (actor.kind === 'session' && actor.sessionId !== 0) return `session ${actor.sessionId} ${url}`
  if (actor.kind === 'token' && actor.tokenId !== 0) return `token ${actor.tokenId} ${url}`
  return null
}

export async function sendKept(request: FastifyRequest, reply: FastifyReply, page: KeptPage): Promise<FastifyReply> {
  reply.header('cache-control', 'private, no-cache').header('vary', 'Accept-Encoding').header('etag', page.tag)
  if (isKnown(request, page.tag)) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  const coding = page.body.length < smallestCompressed ? undefined : codings.find((one) => takes(request, one))
  if (coding === undefined) return reply.send(page.body)
  page.compressed[coding] ??= compressors[coding](page.body)
  return reply.header('content-encoding', coding).send(await page.compressed[coding])
}

function takes({ headers, ip }: FastifyRequest, coding: Coding): boolean {
  const accepted = headers['accept-encoding']
  if (typeof accepted !== 'string' || (coding === 'gzip' && isLoopback(bareAddress(ip) ?? ''))) return false
  return accepted.split(',').some((one) => {
    const [name = '', weight = ''] = one.split(';', 2)
    return name.trim() === coding && !/^\s*q=0(?:\.0*)?\s*$/.test(weight)
  })
}

/** The compressed ones come on top, and are a fraction of it. */
function sizeOf({ body }: KeptPage): number {
  return Math.ceil(body.length * 1.5) + 300
}
