// Pipelines for tests: a repository with a file, and waiting for what becomes of it.
import type { Answer, Client } from './client.ts'
import { patienceMs } from './patience.ts'
import { commitTo, type Files } from './pulls.ts'
import { itemsOf } from './shapes.ts'
import { eventually } from './stithy.ts'

export type Body = Answer['body']
/** A branch, or a new one and where it begins. */
type At = Parameters<typeof commitTo>[2]

const ended = ['success', 'failed', 'canceled', 'timed_out', 'error']

/** Commits files, and waits for the pipeline of that commit. */
export async function pipelineOf(client: Client, repo: string, files: Files, branch: At = 'main'): Promise<Body> {
  const sha = await commitTo(client, repo, branch, files)
  const [made] = itemsOf((await client.get(`${repo}/ci/pipelines?commit=${sha}`)).body)
  if (made === undefined) throw new Error(`${sha} got no pipeline`)
  return made
}

/** The same once it has ended. */
export async function ending(client: Client, repo: string, id: string, ms = patienceMs): Promise<Body> {
  return eventually(async () => {
    const { body } = await client.get(`${repo}/ci/pipelines/${id}`)
    if (!ended.includes(body.status)) throw new Error(`${id} is still ${body.status}`)
    return body
  }, ms)
}

export async function run(client: Client, repo: string, files: Files, branch: At = 'main'): Promise<Body> {
  const { id } = await pipelineOf(client, repo, files, branch)
  return ending(client, repo, id)
}

/** What the jobs wrote, without what the runner says. */
export async function outputOf(client: Client, repo: string, id: string): Promise<readonly string[]> {
  return (await linesOf(client, repo, id)).filter((line) => line.stream !== 'system').map((line) => line.content)
}

export async function linesOf(client: Client, repo: string, id: string): Promise<readonly Body[]> {
  return itemsOf((await client.get(`${repo}/ci/pipelines/${id}/logs`)).body) as Body[]
}

/** One job with these lines as its only step. */
export function oneJob(script: string, more = ''): string {
  const lines = script.split('\n').map((line) => `          ${line}`)
  return `version: 1\n${more}jobs:\n  build:\n    steps:\n      - run: |\n${lines.join('\n')}\n`
}
