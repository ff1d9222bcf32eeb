import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '../../core/clock.ts'

/** Whether the platform is at fault, or what we send it: only the first is forgiven by CI_DTRACK_FAIL_OPEN. */
export type DependencyTrackTrouble = 'unreachable' | 'broken' | 'too-slow' | 'refused'

export class DependencyTrackError extends Error {
  override readonly name = 'DependencyTrackError'
  readonly trouble: DependencyTrackTrouble

  constructor(trouble: DependencyTrackTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

export interface Patience {
  /** One request. */
  readonly requestMs: number
  /** Everything: an analysis may wait in a queue for a while. */
  readonly overallMs: number
  readonly firstPauseMs: number
  readonly longestPauseMs: number
}

const usualPatience: Patience = {
  requestMs: 30 * second,
  overallMs: 600 * second,
  firstPauseMs: 100,
  longestPauseMs: 10 * second,
}

const largestAnswer = 64 * 1024 * 1024
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface Project {
  readonly name: string
  readonly version: string
}

interface Call {
  readonly method?: 'GET' | 'POST'
  readonly body?: FormData
}

interface Answer {
  readonly status: number
  readonly total: number | null
  readonly body: Uint8Array
}

/**
 * Dependency-Track by its documented API: https://docs.dependencytrack.org/integrations/rest-api/. Certificates are
 * checked, redirects not followed, answers cut off at a size; every request and the whole have a time-out.
 */
export class DependencyTrack {
  readonly #url: string
  readonly #key: string
  readonly #patience: Patience
  readonly #signal: AbortSignal
  readonly #cancel: AbortSignal

  constructor(url: string, key: string, cancel: AbortSignal, patience: Patience = usualPatience) {
    this.#url = url
    this.#key = key
    this.#patience = patience
    this.#cancel = cancel
    this.#signal = AbortSignal.any([cancel, AbortSignal.timeout(patience.overallMs)])
  }

  /** Sends a document and waits until it has been analysed. Gives the project's id. */
  async analyse(project: Project, document: Uint8Array): Promise<string> {
    const form = new FormData()
    form.set('autoCreate', 'true')
    form.set('projectName', project.name)
    form.set('projectVersion', project.version)
    form.set('bom', new Blob([Buffer.from(document)], { type: 'application/vnd.cyclonedx+json' }), 'sbom.cdx.json')
    const token = idIn(await this.#call('/api/v1/bom', { method: 'POST', body: form }), 'token')
    await this.#untilDone(token)
    const search = new URLSearchParams({ name: project.name, version: project.version })
    return idIn(await this.#call(`/api/v1/project/lookup?${search.toString()}`), 'uuid')
  }

  /** All pages of a list, each as it came. `read` says how many things a page had. */
  async pages(
    what: 'finding' | 'violation',
    projectId: string,
    read: (json: Uint8Array) => Promise<number>,
  ): Promise<void> {
    let have = 0
    for (let page = 1; page <= 1000; page += 1) {
      const query = `suppressed=false&pageNumber=${page}&pageSize=100`
      const { body, total } = await this.#call(`/api/v1/${what}/project/${projectId}?${query}`)
      const got = await read(body)
      have += got
      if (got === 0 || total === null || have >= total) return
    }
  }

  async #untilDone(token: string): Promise<void> {
    let pause = this.#patience.firstPauseMs
    // Since 4.11 every kind of work has its token here; before, documents had theirs elsewhere.
    let path = `/api/v1/event/token/${token}`
    for (;;) {
      const answer = await this.#call(path, {}, [404])
      if (answer.status === 404) {
        if (path.includes('/bom/'))
          throw new DependencyTrackError('broken', 'Dependency-Track does not know its own token')
        path = `/api/v1/bom/token/${token}`
        continue
      }
      if (fieldOf(jsonIn(answer), 'processing') !== true) return
      await this.#pause(pause)
      pause = Math.min(pause * 1.5, this.#patience.longestPauseMs)
    }
  }

  async #pause(ms: number): Promise<void> {
    try {
      await sleep(ms, undefined, { signal: this.#signal })
    } catch {
      throw this.#ended()
    }
  }

  async #call(path: string, { method = 'GET', body }: Call = {}, alsoFine: readonly number[] = []): Promise<Answer> {
    const signal = AbortSignal.any([this.#signal, AbortSignal.timeout(this.#patience.requestMs)])
    try {
      const headers = { 'X-Api-Key': this.#key, Accept: 'application/json' }
      const init = { method, headers, signal, redirect: 'manual' as const }
      const response = await fetch(`${this.#url}${path}`, body === undefined ? init : { ...init, body })
      const answer = { status: response.status, total: totalIn(response), body: await bytesIn(response) }
      if (response.ok || alsoFine.includes(response.status)) return answer
      throw refusal(response.status)
    } catch (error) {
      if (error instanceof DependencyTrackError) throw error
      if (signal.aborted) throw this.#ended()
      throw new DependencyTrackError('unreachable', `Dependency-Track cannot be reached: ${causeOf(error)}`)
    }
  }

  /** Whoever called it off hears just that; otherwise it took too long. */
  #ended(): unknown {
    if (this.#cancel.aborted) return this.#cancel.reason
    return new DependencyTrackError('too-slow', 'Dependency-Track took too long')
  }
}

function refusal(status: number): DependencyTrackError {
  if (status === 401 || status === 403) {
    return new DependencyTrackError('refused', `Dependency-Track refuses the API key or its rights (${status})`)
  }
  const trouble = status >= 500 || status === 408 || status === 429 ? 'broken' : 'refused'
  return new DependencyTrackError(trouble, `Dependency-Track answered ${status}`)
}

async function bytesIn(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer)
      throw new DependencyTrackError('broken', 'Dependency-Track answered more than can be read')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function totalIn(response: Response): number | null {
  const text = response.headers.get('x-total-count')
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null
}

function jsonIn(answer: Answer): unknown {
  try {
    return JSON.parse(Buffer.from(answer.body.subarray(0, 1_000_000)).toString('utf8'))
  } catch {
    throw new DependencyTrackError('broken', 'Dependency-Track answered something that is not JSON')
  }
}

function idIn(answer: Answer, key: string): string {
  const id = fieldOf(jsonIn(answer), key)
  if (typeof id !== 'string' || !uuidShape.test(id)) {
    throw new DependencyTrackError('broken', `Dependency-Track answered without ${key}`)
  }
  return id
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined
}

/** What `fetch` says is only that it failed; why stands in its cause. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}
