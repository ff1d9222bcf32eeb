// How soon a pipeline answers to a push, and what it costs over running its command by hand.
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import type { ServerProcess } from './support/process.ts'
import { newRepo, newSite, newToken } from './support/stithy.ts'

export const name = 'pipelines'
export const against = 'the same command in a shell'

const start = promisify(execFile)
const file = 'version: 1\njobs:\n  build:\n    steps:\n      - run: echo reached\n'
const repo = 'ada/quick'

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const site = await newSite({ CI_ENABLED: 'true', CI_EXECUTOR: 'sandbox' })
  try {
    const server = await site.start()
    await newRepo(server, 'quick')
    const token = await newToken(server, ['repo:write', 'ci:read'])
    const tree = join(site.folder, 'tree')
    mkdirSync(tree)
    await git(tree, 'init', '-q', '-b', 'main')
    writeFileSync(join(tree, '.svc-ci.yml'), file)
    await git(tree, 'add', '.')
    const push = () => pushAndWatch(server, tree, token)
    await compare(1, push, runByHand)
    const compared = await compare(short ? 3 : 15, push, runByHand)
    await server.stop()
    return [
      figure(compared, 'firstLine', {
        what: 'from the end of a push to the first line of a job, in the stream',
        unit: 'ms',
        target: { of: 'subject', below: 1000 },
      }),
      figure(compared, 'whole', { what: 'from the end of a push to the end of the pipeline', unit: 'ms' }),
    ]
  } finally {
    site.remove()
  }
}

async function git(tree: string, ...words: readonly string[]): Promise<void> {
  const who = ['-c', 'user.name=ada', '-c', 'user.email=ada@example.org']
  await start('git', [...who, ...words], { cwd: tree })
}

async function pushAndWatch(server: ServerProcess, tree: string, token: string): Promise<Round> {
  await git(tree, 'commit', '-q', '--allow-empty', '-m', 'Again')
  const address = new URL(`/${repo}`, server.url)
  address.username = 'x'
  address.password = token
  await git(tree, 'push', '-q', address.href, 'main')
  const began = performance.now()
  const headers = { authorization: `Bearer ${token}`, 'x-api-form': 'B' }
  const list = await fetch(`${server.url}/api/v1/repos/${repo}/ci/pipelines?per_page=1`, { headers })
  const { items } = (await list.json()) as { items: readonly { id: string }[] }
  const at = `${server.url}/api/v1/repos/${repo}/ci/pipelines/${items[0]?.id ?? ''}/logs/stream`
  const stream = await fetch(at, { headers })
  let text = ''
  let firstLine = Number.NaN
  const decoder = new TextDecoder()
  for await (const chunk of stream.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (Number.isNaN(firstLine) && text.includes('"content":"reached"')) firstLine = performance.now() - began
  }
  if (!text.includes('"status":"success"')) throw new Error(`The pipeline did not succeed:\n${text.slice(-2000)}`)
  return { firstLine, whole: performance.now() - began }
}

/** The same command, by nobody but the shell. */
async function runByHand(): Promise<Round> {
  const began = performance.now()
  await start('/bin/sh', ['-e', '-c', 'echo reached'])
  const took = performance.now() - began
  return { firstLine: took, whole: took }
}
