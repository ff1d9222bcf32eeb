// The whole path of API requests with a token against what the framework alone costs to give the same answers.

import { startBaseline } from './support/baseline.ts'
import { compare, type Figure, figure, type Options, type Target } from './support/benchmark.ts'
import { type Asking, load } from './support/load.ts'
import type { ServerProcess } from './support/process.ts'
import { newRepo, newSite, newToken, post } from './support/stithy.ts'

export const name = 'api'
export const against = 'bare Fastify with the same answer'

interface Question extends Asking {
  readonly what: string
  readonly path: string
  /** Null where it is measured for comparison alone. */
  readonly least: number | null
}

const repo = '/api/v1/repos/ada/anvil'

const questions: readonly Question[] = [
  { what: 'GET /user', path: '/api/v1/user', least: null },
  { what: 'GET a repository', path: repo, least: 0.5 },
  { what: 'GET 30 issues', path: `${repo}/issues?per_page=30`, least: 0.35 },
  {
    what: 'POST an issue',
    path: `${repo}/issues`,
    least: 0.15,
    body: { title: 'It rings', body: 'Under the hammer.' },
  },
]

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const site = await newSite()
  try {
    const stithy = await site.start()
    const token = await newToken(stithy, ['repo:read', 'issues:write'])
    await newRepo(stithy, 'anvil')
    const figures: Figure[] = []
    for (let count = 0; count < 60; count++) {
      await post(stithy, `repos/ada/anvil/issues`, { title: `Issue ${count}`, body: 'Something rings.' }, token)
    }
    for (const question of questions) {
      figures.push(
        ...(await ask(stithy, site.folder, { ...question, headers: { authorization: `Bearer ${token}` } }, short)),
      )
    }
    await stithy.stop()
    return figures
  } finally {
    site.remove()
  }
}

async function ask(
  stithy: ServerProcess,
  folder: string,
  question: Question,
  short: boolean,
): Promise<readonly Figure[]> {
  const { what, path, least, headers, body } = question
  const method = body === undefined ? 'GET' : 'POST'
  const json = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(stithy.url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...json,
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  const contentType = answer.headers.get('content-type') ?? ''
  const route = path.split('?', 1)[0] ?? ''
  const bare = await startBaseline(folder, { route, body: await answer.text(), contentType })
  const seconds = short ? 1 : 4
  const subject = () => load(stithy, path, seconds, question)
  const baseline = () => load(bare, path, seconds, question)
  await compare(1, subject, baseline)
  const compared = await compare(short ? 3 : 7, subject, baseline)
  await bare.stop()
  const target: { target?: Target } = least === null ? {} : { target: { of: 'ratio', atLeast: least } }
  return [
    figure(compared, 'perSecond', { what, unit: 'requests/s', better: 'higher', ...target }),
    figure(compared, 'processorMicros', { what: `${what}: processor time`, unit: 'µs' }),
    figure(compared, 'tail', {
      what: `${what}: p99 over the median`,
      unit: 'times',
      target: { of: 'subject', below: 10 },
    }),
  ]
}
