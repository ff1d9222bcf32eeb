// A vulnerability-analysis platform: a real server that speaks the documented API of Dependency-Track, and can be told
// to be slow, to be of an older version, to find something, to break, or to go away in the middle.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Uploaded {
  readonly name: string
  readonly version: string
  readonly fileName: string
  readonly document: Record<string, unknown>
}

export interface PlatformMood {
  /** How often it says that it is still at work. */
  processing: number
  /** Before 4.11 there was no /event/token. */
  isOld: boolean
  findings: readonly object[]
  violations: readonly object[]
  /** In place of the usual answer, for paths that hold the text; `hangUp` ends the connection. */
  broken: { readonly at: string; readonly status?: number; readonly text?: string; readonly hangUp?: true } | null
}

export interface Platform {
  readonly url: string
  readonly key: string
  readonly uploads: Uploaded[]
  readonly asked: string[]
  readonly mood: PlatformMood
  stop(): Promise<void>
}

const well = (): PlatformMood => ({ processing: 0, isOld: false, findings: [], violations: [], broken: null })

export async function startPlatform(): Promise<Platform & { recover(): void }> {
  const key = `odt_${randomUUID()}`
  const projects = new Map<string, string>()
  const left = new Map<string, number>()
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const self = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    uploads: [] as Uploaded[],
    asked: [] as string[],
    mood: well(),
    recover: () => {
      Object.assign(self.mood, well())
      self.asked.length = 0
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', self.url)
    self.asked.push(`${request.method} ${url.pathname}`)
    const { mood } = self
    const send = (status: number, body: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    }
    const body = await bodyOf(request)
    if (mood.broken !== null && url.pathname.includes(mood.broken.at)) {
      if (mood.broken.hangUp === true) response.destroy()
      else response.writeHead(mood.broken.status ?? 200).end(mood.broken.text ?? '')
      return
    }
    if (request.headers['x-api-key'] !== key) return send(401, {})
    if (request.method === 'POST' && url.pathname === '/api/v1/bom') {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': request.headers['content-type'] ?? '' },
      }).formData()
      const file = form.get('bom') as File
      const [name, version] = [form.get('projectName') as string, form.get('projectVersion') as string]
      if (form.get('autoCreate') !== 'true') return send(404, {})
      self.uploads.push({ name, version, fileName: file.name, document: JSON.parse(await file.text()) })
      projects.set(`${name} ${version}`, randomUUID())
      const token = randomUUID()
      left.set(token, mood.processing)
      return send(200, { token })
    }
    const token = /^\/api\/v1\/(event|bom)\/token\/([\w-]+)$/.exec(url.pathname)
    if (token !== null) {
      if (mood.isOld && token[1] === 'event') return send(404, {})
      const times = left.get(token[2] ?? '') ?? 0
      left.set(token[2] ?? '', times - 1)
      return send(200, { processing: times > 0 })
    }
    if (url.pathname === '/api/v1/project/lookup') {
      const uuid = projects.get(`${url.searchParams.get('name')} ${url.searchParams.get('version')}`)
      return uuid === undefined ? send(404, {}) : send(200, { uuid, name: url.searchParams.get('name') })
    }
    const list = /^\/api\/v1\/(finding|violation)\/project\/([\w-]+)$/.exec(url.pathname)
    if (list !== null) {
      const all = list[1] === 'finding' ? mood.findings : mood.violations
      const [page, size] = ['pageNumber', 'pageSize'].map((name) => Number(url.searchParams.get(name)))
      const from = ((page ?? 1) - 1) * (size ?? 100)
      return send(200, all.slice(from, from + (size ?? 100)), { 'x-total-count': String(all.length) })
    }
    send(404, {})
  }
  return self
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export function finding(severity: string, vulnId = 'CVE-2024-1', isSuppressed = false): object {
  return {
    component: { name: 'left', version: '1.2.0', group: '', purl: 'pkg:npm/left@1.2.0' },
    vulnerability: { source: 'NVD', vulnId, severity, title: 'It can be broken' },
    analysis: { isSuppressed },
  }
}

export function violation(violationState: string): object {
  return {
    type: 'LICENSE',
    policyCondition: { policy: { name: 'No copyleft', violationState } },
    component: { name: 'left', version: '1.2.0' },
  }
}
