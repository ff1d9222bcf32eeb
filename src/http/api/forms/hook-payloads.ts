import { type TProperties, type TSchema, Type } from 'typebox'
import type { HookEvent } from '../../../core/hook-events.ts'
import { type Form, idSchema } from './form.ts'
import { pipeline } from './pipeline.ts'
import { pull } from './pull.ts'
import { release } from './release.ts'
import { pullComment, review } from './review.ts'
import { comment, issue } from './thread.ts'

const text = Type.String()
const names = Type.Array(text)
const sha = Type.String({ pattern: '^[0-9a-f]{40}$', description: 'Zeros where there is none' })
const from = Type.Optional(Type.Object({ from: text }))
const moved = Type.Optional(Type.Object({ added: Type.Optional(names), removed: Type.Optional(names) }))
const person = Type.Object({
  username: Type.Union([text, Type.Null()], { description: 'Null for a deploy key, and for accounts that are gone' }),
})

const changes = Type.Optional(
  Type.Object(
    {
      title: from,
      body: from,
      head_sha: from,
      target_branch: from,
      labels: moved,
      assignees: moved,
      milestone: moved,
      requested_reviewers: moved,
    },
    { description: 'What was otherwise before' },
  ),
)

const flipped = Type.Optional(Type.Object({ from: Type.Boolean() }))
const releaseChanges = Type.Optional(
  Type.Object(
    { tag_name: from, name: from, body: from, draft: flipped, prerelease: flipped, assets: moved },
    { description: 'What was otherwise before, and which files came or went' },
  ),
)

const arranged = wordsOf(
  'labeled unlabeled assigned unassigned milestoned demilestoned locked unlocked pinned unpinned',
)
const pullActions = wordsOf(
  `opened edited closed reopened merged synchronized ready_for_review converted_to_draft auto_merge_enabled
   review_requested review_request_removed`,
)

function wordsOf(line: string): readonly string[] {
  return line.split(/\s+/)
}

/** What receivers outside are sent, for every event: the records are those of the API, in the deployment's form. */
export function hookPayloads(form: Form): Readonly<Record<HookEvent, TSchema | null>> {
  const repository = Type.Object({
    id: idSchema[form],
    slug: text,
    owner: text,
  })
  const acted = (actions: readonly string[], fields: TProperties): TSchema =>
    Type.Object({ action: Type.String({ enum: [...actions] }), repository, sender: person, ...fields })
  const moving = { repository, pusher: person, ref: Type.String({ description: 'refs/heads/main' }), before: sha }
  const named = { ...moving, after: sha, ref_type: Type.String({ enum: ['branch', 'tag'] }) }
  const commit = Type.Object({ sha, message: text, author: Type.Object({ name: text, email: text }) })
  return {
    push: Type.Object({
      ...moving,
      after: sha,
      commits: Type.Array(commit, { description: 'What the branch has got, the oldest first; the newest thousand' }),
    }),
    create: Type.Object(named),
    delete: Type.Object(named),
    issues: acted(['opened', 'edited', 'closed', 'reopened', 'deleted', ...arranged], {
      issue: issue[form].schema,
      changes,
    }),
    issue_comment: acted(['created', 'edited', 'deleted'], {
      issue: Type.Optional(issue[form].schema),
      pull_request: Type.Optional(pull[form].schema),
      comment: Type.Union([comment[form].schema, pullComment[form].schema]),
      changes,
    }),
    pull_request: acted([...pullActions, ...arranged], { pull_request: pull[form].schema, changes }),
    pull_request_review: acted(['submitted', 'edited', 'dismissed'], {
      pull_request: pull[form].schema,
      review: review[form].schema,
    }),
    release: acted(['published', 'edited', 'deleted'], { release: release[form].schema, changes: releaseChanges }),
    pipeline: acted(['created', 'finished'], { pipeline: pipeline[form].schema }),
    ping: Type.Object({
      zen: text,
      hook_id: idSchema[form],
      repository: Type.Optional(repository),
    }),
  }
}
