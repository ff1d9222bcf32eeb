// Branches and pull requests for tests, made through the cheapest door.
import type { Answer, Client } from './client.ts'
import { base64 } from './repos.ts'
import { eventually } from './stithy.ts'

export type Files = Readonly<Record<string, string>>

/** A commit on a branch, or on a new one that begins at another. Returns its id. */
export async function commitTo(
  client: Client,
  repo: string,
  at: string | readonly [branch: string, from: string],
  files: Files,
): Promise<string> {
  const operations = Object.entries(files).map(([path, text]) => ({ action: 'create', path, content: base64(text) }))
  const where = typeof at === 'string' ? { branch: at } : { branch: at[1], new_branch: at[0] }
  const body = { ...where, message: `Change ${Object.keys(files).join(', ')}`, operations }
  const answer = await client.post(`${repo}/contents`, body)
  if (answer.status === 201) return answer.body.commit.sha
  const again = operations.map((one) => ({ ...one, action: 'update' }))
  const updated = await client.post(`${repo}/contents`, { ...body, operations: again })
  if (updated.status !== 201) throw new Error(`commit to ${String(at)}: ${answer.text}, then ${updated.text}`)
  return updated.body.commit.sha
}

export async function openPull(
  client: Client,
  repo: string,
  sourceBranch: string,
  more: object = {},
): Promise<Answer['body']> {
  const body = { title: `Take ${sourceBranch}`, body: '', source_branch: sourceBranch, target_branch: 'main', ...more }
  const answer = await client.post(`${repo}/pulls`, body)
  if (answer.status !== 201) throw new Error(`pull of ${sourceBranch}: ${answer.status} ${answer.text}`)
  return answer.body
}

/** As it is once the background work is done. */
export function settled(client: Client, repo: string, number: number): Promise<Answer['body']> {
  return eventually(async () => {
    const { body } = await client.get(`${repo}/pulls/${number}`)
    if (body.mergeable === null) throw new Error(`#${number} was not looked at`)
    return body
  })
}
