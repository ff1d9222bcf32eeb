import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { App } from '../../app.ts'
import { second } from '../../core/clock.ts'
import { entityTag, isKnown } from '../entity-tag.ts'

const mostBytes = 16 * 1024 * 1024
/** What pages say about the time ("3 minutes ago") is that old at most. */
const lifetime = 10 * second
/** A tenth of the time of the best, for a little more room. */
const quality = 4
const smallestCompressed = 1024

const compress = promisify(brotliCompress)

export type Version = Awaited<ReturnType<App['db']['version']>>

export interface KeptPage {
  readonly body: Buffer
  readonly tag: string
  readonly until: number
  /** Made for the first who takes it. */
  compressed: Promise<Buffer> | null
}

/**
 * Documents as strangers see them, who all see the same: kept for as long as nothing at all was committed, so that what
 * is hidden, changed or deleted is so at once.
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

  find(url: string, version: Version): KeptPage | null {
    if (version !== this.#version) {
      this.#pages.clear()
      this.#version = version
    }
    const page = this.#pages.get(url)
    return page === undefined || page.until < this.#app.clock.now() ? null : page
  }

  /** Of all who ask for the same at once, one has it made. Null: what was made is for nobody else. */
  async of(url: string, version: Version, make: () => Promise<string | null>): Promise<KeptPage | null> {
    const key = `${version} ${url}`
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const work = this.#make(url, version, make)
    this.#underWay.set(key, work)
    try {
      return await work
    } finally {
      this.#underWay.delete(key)
    }
  }

  async #make(url: string, version: Version, make: () => Promise<string | null>): Promise<KeptPage | null> {
    const text = await make()
    if (text === null) return null
    const body = Buffer.from(text)
    const tag = entityTag(body)
    const page: KeptPage = { body, tag, until: this.#app.clock.now() + lifetime, compressed: null }
    // Something may have been committed while it was made: then it is only for those who asked before.
    if ((await this.version()) === version && this.#version === version) this.#pages.set(url, page)
    return page
  }
}

/** No credentials of any kind, nor anything that a page before has left. */
export function isStranger({ headers, method }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.cookie === undefined && headers.authorization === undefined
}

export async function sendKept(request: FastifyRequest, reply: FastifyReply, page: KeptPage): Promise<FastifyReply> {
  reply.header('cache-control', 'private, no-cache').header('vary', 'Accept-Encoding').header('etag', page.tag)
  if (isKnown(request, page.tag)) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  if (page.body.length < smallestCompressed || !takesBrotli(request)) return reply.send(page.body)
  page.compressed ??= compress(page.body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: page.body.length },
  })
  return reply.header('content-encoding', 'br').send(await page.compressed)
}

function takesBrotli({ headers }: FastifyRequest): boolean {
  const accepted = headers['accept-encoding']
  return typeof accepted === 'string' && /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)
}

/** The compressed one comes on top, and is a fraction of it. */
function sizeOf({ body }: KeptPage): number {
  return Math.ceil(body.length * 1.3) + 300
}
