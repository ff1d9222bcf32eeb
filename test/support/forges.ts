// Other forges, as far as issues are asked of them: each answers in its own words. The commits come from a repository of the
// service itself.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Answer } from './client.ts'
import { eventually } from './stithy.ts'

export type ForgeKind = 'github' | 'gitea' | 'gitlab'

type Thing = Readonly<Record<string, unknown>>

export interface Forge {
  /** As one would clone it. */
  readonly url: string
  readonly origin: string
  /** All that was asked of the API, with what it was asked with. */
  readonly asked: {
    readonly path: string
    readonly query: URLSearchParams
    readonly headers: IncomingMessage['headers']
  }[]
  /** Lists by their path below the project, and the project itself under ''. */
  readonly lists: Record<string, readonly Thing[] | Thing>
  /** Answers in place of the lists where it returns true. */
  instead: ((path: string, reply: ServerResponse, query: URLSearchParams) => boolean) | null
  stop(): void
}

/** What is told of an import when nothing more comes. */
export function importEnded(ask: () => Promise<Answer['body']>): Promise<Answer['body']> {
  return eventually(async () => {
    const tracker = await ask()
    if (tracker.state !== 'done' && tracker.state !== 'failed') throw new Error(`It is ${tracker.state}`)
    return tracker
  })
}

const roots = {
  github: '/api/v3/repos/ada/engine',
  gitea: '/api/v1/repos/ada/engine',
  gitlab: '/api/v4/projects/ada%2Fengine',
} as const

/** Gives no more than so many at once, whatever it is asked for. */
const most = { github: 3, gitea: 3, gitlab: 3 } as const

/** `commits`: the address of the repository whose commits it has. `folder`: below which it is, where that is not the root. */
export async function startForge(kind: ForgeKind, commits: string, folder = ''): Promise<Forge> {
  const server: Server = createServer((request, reply) => void answer(request, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const forge: Forge = {
    url: `${origin}${folder}/ada/engine.git`,
    origin,
    asked: [],
    lists: { '': {} },
    instead: null,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', origin)
    if (url.pathname.startsWith(`${folder}/ada/engine.git/`))
      return passOn(kind, request, reply, `${commits}${request.url?.slice(`${folder}/ada/engine.git`.length)}`)
    const root = `${folder}${roots[kind]}`
    const path = url.pathname.startsWith(root) ? url.pathname.slice(root.length) : url.pathname
    forge.asked.push({ path, query: url.searchParams, headers: request.headers })
    if (forge.instead?.(path, reply, url.searchParams) === true) return
    const list = forge.lists[path]
    reply.setHeader('content-type', 'application/json; charset=utf-8')
    if (list === undefined) reply.writeHead(404).end('{"message":"Not Found"}')
    else if (!Array.isArray(list)) reply.end(JSON.stringify(list))
    else givePage(kind, reply, url, list as readonly Thing[])
  }
  return forge
}

function givePage(kind: ForgeKind, reply: ServerResponse, url: URL, list: readonly Thing[]): void {
  const { searchParams: query } = url
  const isNewest = query.get('direction') === 'desc' || query.get('sort') === 'desc'
  // Gitea gives issues the newest first, and does not ask.
  const isTurned = isNewest || (kind === 'gitea' && url.pathname.endsWith('/issues'))
  const all = isTurned ? list.toReversed() : list
  const size = Math.min(most[kind], Number(query.get(kind === 'gitea' ? 'limit' : 'per_page')))
  const page = Number(query.get('page') ?? 1)
  const last = Math.ceil(all.length / size)
  const link = (to: number, rel: string): string => {
    const at = new URLSearchParams(query)
    at.set('page', String(to))
    // GitHub names projects by their id there, and no server is to be believed where to go.
    return `<https://elsewhere.example/repositories/1/x?${at}>; rel="${rel}"`
  }
  if (page < last) reply.setHeader('link', `${link(page + 1, 'next')}, ${link(last, 'last')}`)
  if (kind === 'gitea') reply.setHeader('x-total-count', all.length)
  if (kind === 'gitlab') reply.setHeader('x-total', all.length)
  reply.end(JSON.stringify(all.slice((page - 1) * size, page * size)))
}

async function passOn(kind: ForgeKind, request: IncomingMessage, reply: ServerResponse, to: string): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const got = await fetch(to, {
    method: request.method ?? 'GET',
    ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  })
  reply.writeHead(got.status, { 'content-type': got.headers.get('content-type') ?? '' })
  const answer = Buffer.from(await got.arrayBuffer())
  reply.end(kind === 'gitlab' && request.method === 'GET' ? inGitLabsWords(answer) : answer)
}

/** The refs of a server, under the names that GitLab has for them. */
function inGitLabsWords(answer: Buffer): Buffer {
  const text = answer.toString('latin1')
  const lines: string[] = []
  for (let at = 0; at < text.length; ) {
    const length = Math.max(4, Number.parseInt(text.slice(at, at + 4), 16))
    const line = text.slice(at + 4, at + length).replace('refs/pull/', 'refs/merge-requests/')
    lines.push(length === 4 ? '0000' : `${(line.length + 4).toString(16).padStart(4, '0')}${line}`)
    at += length
  }
  return Buffer.from(lines.join(''), 'latin1')
}

export interface SaidThere {
  readonly by: string
  readonly body: string
  readonly at: string
  readonly path?: string
  readonly line?: number
}

export interface IssueThere {
  readonly number: number
  readonly title: string
  readonly body?: string | null
  readonly by?: string | null
  readonly closedAt?: string
  readonly at?: string
  readonly labels?: readonly string[]
  readonly milestone?: string
  readonly locked?: boolean
  readonly said?: readonly SaidThere[]
}

export interface PullThere extends IssueThere {
  readonly head: { readonly branch: string; readonly sha: string; readonly isOwn?: boolean }
  readonly base: { readonly branch: string; readonly sha: string }
  readonly mergedAt?: string
  readonly mergeSha?: string
  readonly remarks?: readonly SaidThere[]
  /** Of the whole, by somebody; GitHub alone tells it here. */
  readonly review?: string
}

export interface ProjectThere {
  readonly labels?: readonly { readonly name: string; readonly color: string; readonly description?: string }[]
  readonly milestones?: readonly { readonly title: string; readonly closedAt?: string; readonly due?: string }[]
  readonly issues?: readonly IssueThere[]
  readonly pulls?: readonly PullThere[]
  readonly releases?: readonly {
    readonly tag: string
    readonly name: string
    readonly body: string
    readonly draft?: boolean
  }[]
}

/** What the API of such a forge says of a project. */
export function listsOf(kind: ForgeKind, project: ProjectThere): Forge['lists'] {
  return kind === 'gitlab' ? gitlabLists(project) : githubLists(kind, project)
}

const began = '2019-03-04T05:06:07Z'

function githubLists(kind: 'github' | 'gitea', project: ProjectThere): Forge['lists'] {
  const { labels = [], milestones = [], issues = [], pulls = [], releases = [] } = project
  const isGitea = kind === 'gitea'
  const label = (name: string) => ({
    id: 1,
    name,
    color: labels.find((one) => one.name === name)?.color ?? 'ededed',
    description: labels.find((one) => one.name === name)?.description ?? null,
  })
  const milestone = (title: string) => {
    const { closedAt = null, due = null } = milestones.find((one) => one.title === title) ?? {}
    const state = closedAt === null ? 'open' : 'closed'
    return { id: 5, title, description: '', state, due_on: due, created_at: began, closed_at: closedAt }
  }
  const user = (name: string | null) => (name === null ? null : { id: 9, login: name, type: 'User' })
  const thread = (one: IssueThere | PullThere) => ({
    id: 1000 + one.number,
    number: one.number,
    title: one.title,
    body: one.body ?? null,
    state: one.closedAt === undefined ? 'open' : 'closed',
    user: user(one.by === undefined ? 'grace' : one.by),
    ...(isGitea ? { original_author: '', is_locked: one.locked ?? false } : { locked: one.locked ?? false }),
    labels: (one.labels ?? []).map(label),
    milestone: one.milestone === undefined ? null : milestone(one.milestone),
    comments: one.said?.length ?? 0,
    created_at: one.at ?? began,
    updated_at: one.closedAt ?? one.said?.at(-1)?.at ?? one.at ?? began,
    closed_at: one.closedAt ?? null,
    html_url: 'https://elsewhere.example/never',
    ...(isGitea || 'head' in one ? { pull_request: 'head' in one ? { merged_at: one.mergedAt ?? null } : null } : {}),
  })
  const pull = (one: PullThere) => ({
    ...thread(one),
    pull_request: undefined,
    draft: false,
    merged_at: one.mergedAt ?? null,
    merge_commit_sha: one.mergeSha ?? null,
    head: {
      ref: one.head.branch,
      sha: one.head.sha,
      repo: { full_name: one.head.isOwn === false ? 'eve/engine' : 'ada/engine' },
    },
    base: { ref: one.base.branch, sha: one.base.sha, repo: { full_name: 'ada/engine' } },
  })
  const all = [...issues, ...pulls].toSorted((a, b) => a.number - b.number)
  const comments = all.flatMap((one) =>
    (one.said ?? []).map((said) => ({ said, number: one.number, isPull: 'head' in one })),
  )
  const remark = (said: SaidThere) => ({
    id: 77,
    user: user(said.by),
    body: said.body,
    path: said.path ?? '',
    ...(isGitea ? { position: said.line } : { line: said.line, side: 'RIGHT' }),
    created_at: said.at,
  })
  return {
    '': { id: 1, full_name: 'ada/engine', has_issues: true, ...(isGitea ? { has_pull_requests: true } : {}) },
    '/labels': labels.map(({ name }) => label(name)),
    '/milestones': milestones.map(({ title }) => milestone(title)),
    '/releases': releases.map(({ tag, name, body, draft = false }) => ({
      id: 4,
      tag_name: tag,
      name,
      body,
      draft,
      prerelease: tag.includes('rc'),
      created_at: began,
      published_at: draft ? null : began,
      author: user('grace'),
    })),
    '/issues': all.map(thread),
    '/pulls': pulls.map(pull),
    '/issues/comments': comments
      .toSorted((a, b) => a.said.at.localeCompare(b.said.at))
      .map(({ said, number, isPull }, at) => ({
        id: at + 1,
        user: user(said.by),
        body: said.body,
        created_at: said.at,
        updated_at: said.at,
        ...(isGitea
          ? {
              issue_url: isPull ? '' : `https://elsewhere.example/ada/engine/issues/${number}`,
              pull_request_url: isPull ? `https://elsewhere.example/ada/engine/pulls/${number}` : '',
            }
          : { issue_url: `https://api.elsewhere.example/repos/ada/engine/issues/${number}` }),
      })),
    ...(isGitea
      ? Object.fromEntries(
          pulls.flatMap(({ number, remarks = [] }) => [
            [
              `/pulls/${number}/reviews`,
              remarks.slice(0, 1).map(({ by, at }) => ({
                id: 7,
                user: user(by),
                body: '',
                state: 'COMMENT',
                submitted_at: at,
                comments_count: remarks.length,
              })),
            ],
            [`/pulls/${number}/reviews/7/comments`, remarks.map(remark)],
          ]),
        )
      : {
          ...Object.fromEntries(
            pulls.map(({ number, review }) => [
              `/pulls/${number}/reviews`,
              [
                { id: 8, user: user('linus'), body: '', state: 'APPROVED', submitted_at: began },
                ...(review === undefined ? [] : [{ id: 9, user: user('linus'), body: review, state: 'COMMENTED' }]),
              ],
            ]),
          ),
          '/pulls/comments': pulls.flatMap(({ number, remarks = [] }) =>
            remarks.map((said) => ({
              ...remark(said),
              pull_request_url: `https://api.elsewhere.example/repos/ada/engine/pulls/${number}`,
            })),
          ),
        }),
  }
}

function gitlabLists({
  labels = [],
  milestones = [],
  issues = [],
  pulls = [],
  releases = [],
}: ProjectThere): Forge['lists'] {
  const label = (name: string) => ({
    id: 1,
    name,
    color: `#${labels.find((one) => one.name === name)?.color ?? 'ededed'}`,
    description: labels.find((one) => one.name === name)?.description ?? null,
  })
  const milestone = (title: string) => {
    const { closedAt, due } = milestones.find((one) => one.title === title) ?? {}
    const state = closedAt === undefined ? 'active' : 'closed'
    return { id: 5, iid: 1, title, description: null, state, due_date: due?.slice(0, 10) ?? null, created_at: began }
  }
  const author = (name: string) => ({ id: 9, username: name, name: 'Somebody', state: 'active' })
  const thread = (one: IssueThere) => ({
    id: 1000 + one.number,
    iid: one.number,
    title: one.title,
    description: one.body ?? null,
    state: one.closedAt === undefined ? 'opened' : 'closed',
    author: author(one.by ?? 'grace'),
    confidential: false,
    discussion_locked: one.locked === true ? true : null,
    labels: (one.labels ?? []).map(label),
    milestone: one.milestone === undefined ? null : milestone(one.milestone),
    user_notes_count: one.said?.length ?? 0,
    created_at: one.at ?? began,
    updated_at: one.closedAt ?? one.at ?? began,
    closed_at: one.closedAt ?? null,
  })
  const notes = (kind: string) => (one: IssueThere | PullThere) => [
    `/${kind}/${one.number}/notes`,
    [
      { id: 1, body: 'changed the description', author: author('grace'), system: true, created_at: began },
      ...[...(one.said ?? []), ...(('remarks' in one && one.remarks) || [])].map((said, at) => ({
        id: at + 2,
        body: said.body,
        author: author(said.by),
        system: false,
        internal: false,
        created_at: said.at,
        ...(said.path === undefined
          ? {}
          : { type: 'DiffNote', position: { new_path: said.path, new_line: said.line } }),
      })),
      { id: 99, body: 'Between us', author: author('grace'), system: false, internal: true, created_at: began },
    ],
  ]
  return {
    '': { id: 3, path_with_namespace: 'ada/engine', issues_enabled: true, merge_requests_enabled: true },
    '/labels': labels.map(({ name }) => label(name)),
    '/milestones': milestones.map(({ title }) => milestone(title)),
    '/releases': releases.map(({ tag, name, body, draft = false }) => ({
      tag_name: tag,
      name,
      description: body,
      released_at: began,
      upcoming_release: draft,
      author: author('grace'),
    })),
    '/issues': issues.map(thread),
    '/merge_requests': pulls.map((one) => ({
      ...thread(one),
      user_notes_count: (one.said?.length ?? 0) + (one.remarks?.length ?? 0),
      state: one.mergedAt === undefined ? (one.closedAt === undefined ? 'opened' : 'closed') : 'merged',
      source_branch: one.head.branch,
      target_branch: one.base.branch,
      source_project_id: one.head.isOwn === false ? 4 : 3,
      target_project_id: 3,
      sha: one.head.sha,
      diff_refs: { base_sha: one.base.sha, head_sha: one.head.sha, start_sha: one.base.sha },
      merged_at: one.mergedAt ?? null,
      merge_commit_sha: one.mergeSha ?? null,
      squash_commit_sha: null,
      draft: false,
    })),
    ...Object.fromEntries([...issues.map(notes('issues')), ...pulls.map(notes('merge_requests'))]),
  }
}
