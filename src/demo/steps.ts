// What people of the story do, each by the verb of the feature.
import { parseWritablePath } from '../core/repo-path.ts'
import { writeFiles } from '../features/contents/write-files.ts'
import { createIssue, type NewIssue } from '../features/issues/create-issue.ts'
import { updateIssue } from '../features/issues/update-issue.ts'
import { createPull, type NewPull } from '../features/pulls/create-pull.ts'
import { addReaction } from '../features/reactions/react.ts'
import { createTag } from '../features/refs/create-tag.ts'
import { createRepo, type NewRepo } from '../features/repos/create-repo.ts'
import { starRepo } from '../features/repos/star-repo.ts'
import { addComment } from '../features/threads/add-comment.ts'
import { type Name, refOf, type Stage, type Step } from './stage.ts'

export interface Change {
  readonly message: string
  readonly branch?: string
  /** A new one, which begins where `branch` is. */
  readonly newBranch?: string
  readonly files: Readonly<Record<string, string | Buffer>>
}

/** Anything that has a verb of its own and happens once. */
export function does(day: number, run: Step['run']): Step {
  return { day, run }
}

export function begins(day: number, by: Name, path: string, repo: Omit<NewRepo, 'slug' | 'owner'>): Step {
  const { owner, repo: slug } = refOf(path)
  return does(day, (stage) => createRepo(stage.app, stage.as(by), { ...repo, slug, owner }))
}

export function commits(day: number, by: Name, repo: string, { files, ...change }: Change): Step {
  const operations = Object.entries(files).map(([path, content]) => ({
    action: 'write' as const,
    path: parseWritablePath('path', path),
    content: Buffer.from(content),
  }))
  return does(day, (stage) => {
    const message = stage.fill(change.message)
    return writeFiles(stage.app, stage.as(by), refOf(repo), { ...change, message, operations })
  })
}

export function tags(
  day: number,
  by: Name,
  repo: string,
  tag: { readonly name: string; readonly message: string },
): Step {
  return does(day, (stage) => createTag(stage.app, stage.as(by), refOf(repo), { ...tag, from: undefined }))
}

export function stars(day: number, names: readonly Name[], repo: string): readonly Step[] {
  return names.map((by, at) => does(day - at, (stage) => starRepo(stage.app, stage.as(by), refOf(repo), true)))
}

export interface Remark {
  readonly day: number
  readonly by: Name
  readonly body: string
  readonly reactions?: Readonly<Partial<Record<Name, string>>>
}

export interface ToldIssue extends NewIssue {
  readonly key: string
  readonly day: number
  readonly by: Name
  readonly remarks?: readonly Remark[]
  readonly reactions?: Readonly<Partial<Record<Name, string>>>
  readonly closed?: { readonly day: number; readonly by: Name }
  readonly pinned?: { readonly day: number; readonly by: Name }
  readonly locked?: { readonly day: number; readonly by: Name }
}

/** An issue with all that became of it. */
export function issue(repo: string, told: ToldIssue): readonly Step[] {
  const { key, day, by, remarks = [], reactions = {}, closed, pinned, locked, ...input } = told
  const changes = [
    closed === undefined ? [] : [{ ...closed, change: { state: 'closed' as const } }],
    pinned === undefined ? [] : [{ ...pinned, change: { pinned: true } }],
    locked === undefined ? [] : [{ ...locked, change: { locked: true } }],
  ].flat()
  return [
    does(day, async (stage) => {
      const body = stage.fill(input.body ?? '')
      const { number } = await createIssue(stage.app, stage.as(by), refOf(repo), { ...input, body })
      stage.call(key, 'issue', number)
      await react(stage, repo, key, { commentId: null, reactions })
    }),
    ...remarks.map((one) => remark(repo, key, one)),
    ...changes.map((one) =>
      does(one.day, (stage) =>
        updateIssue(stage.app, stage.as(one.by), { ...refOf(repo), number: stage.told(key).number }, one.change),
      ),
    ),
  ]
}

/** A little later somebody of the team finds it a place. */
export function arranges(
  repo: string,
  { key, day }: Pick<ToldIssue, 'key' | 'day'>,
  change: Pick<ToldIssue, 'labels' | 'assignees' | 'milestone'> | undefined,
): readonly Step[] {
  if (change === undefined) return []
  const run: Step['run'] = (stage) =>
    updateIssue(stage.app, stage.as('ada'), { ...refOf(repo), number: stage.told(key).number }, change)
  return [does(day - 0.02, run)]
}

export function remark(repo: string, key: string, { day, by, body, reactions = {} }: Remark): Step {
  return does(day, async (stage) => {
    const thread = { ...refOf(repo), ...stage.told(key) }
    const { id } = await addComment(stage.app, stage.as(by), thread, stage.fill(body))
    await react(stage, repo, key, { commentId: { id }, reactions })
  })
}

interface Reactions {
  readonly commentId: { readonly id: number } | null
  readonly reactions: Readonly<Partial<Record<Name, string>>>
}

async function react(stage: Stage, repo: string, key: string, { commentId, reactions }: Reactions): Promise<void> {
  const thread = { ...refOf(repo), ...stage.told(key), commentId }
  for (const [name, content] of Object.entries(reactions)) {
    await addReaction(stage.app, stage.as(parseName(name)), thread, content)
  }
}

export function offers(
  day: number,
  by: Name,
  repo: string,
  { key, ...pull }: NewPull & { readonly key: string },
): Step {
  return does(day, async (stage) => {
    const made = await createPull(stage.app, stage.as(by), refOf(repo), { ...pull, body: stage.fill(pull.body ?? '') })
    stage.call(key, 'pull', made.number)
  })
}

const names: readonly Name[] = ['ada', 'bob', 'carol', 'dave', 'eve', 'frank']

function parseName(text: string): Name {
  const name = names.find((one) => one === text)
  if (name === undefined) throw new Error(`Nobody in the story is called ${text}`)
  return name
}
