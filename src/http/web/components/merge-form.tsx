import { Button } from './button.tsx'
import { Checkbox } from './choice-field.tsx'
import { mergeMethodTexts } from './merge-methods.ts'
import { TextAreaField, TextField } from './text-field.tsx'

/** Of the methods that make a commit of their own. */
export type CommitMessages = Readonly<Record<'merge' | 'squash', { title: string; body: string }>>

/** What only the right person can give. */
export const reviewCodes = ['approvals_missing', 'last_push_unapproved', 'owner_approvals_missing']

/** What somebody else can see to meanwhile. */
const passing = [
  ...reviewCodes,
  'checks_pending',
  'changes_requested',
  'conversations_unresolved',
  'not_up_to_date',
  'draft',
]

type MergeFormProps = {
  /** The address of the pull request. */
  at: string
  head: string
  target: string
  /** What is in the way. */
  blockers: readonly { code: string }[]
  can: { deleteBranch: boolean }
  /** Those that the repository allows. */
  methods: readonly string[]
  draft: { method: string; deleteBranch: boolean; error: string | null }
  messages: CommitMessages
  autoMerge: { by: string } | null
  /** Nothing else has to be looked at first. */
  isNext: boolean
}

/** How it is merged: now, or once nothing is in the way any more. */
export function MergeForm(props: MergeFormProps) {
  const { at, head, target, blockers, can, methods, draft, messages, autoMerge, isNext } = props
  const isBlocked = blockers.length > 0
  const waits = blockers.every(({ code }) => passing.includes(code))
  if (isBlocked && (!waits || autoMerge !== null)) return null
  const form = (
    <form method="post" action={`${at}/merge`} class="form merge-form">
      <input type="hidden" name="head_sha" value={head} />
      <input type="hidden" name="target_branch" value={target} />
      <fieldset class="merge-methods">
        <legend class="field-label">Merge method</legend>
        {mergeMethodTexts
          .filter(({ value }) => methods.includes(value))
          .map(({ value, label, hint }) => (
            <label key={value} class="merge-method">
              <input type="radio" name="merge_method" value={value} checked={draft.method === value} />
              <span>
                {label} <span class="muted">{hint}</span>
              </span>
            </label>
          ))}
      </fieldset>
      <Message method="merge" words={messages.merge} />
      <Message method="squash" words={messages.squash} hint="Everybody else who wrote a commit is named below it." />
      {can.deleteBranch && (
        <Checkbox name="delete_branch" label="Delete the branch after merging" checked={draft.deleteBranch} />
      )}
      <div class="form-actions">
        {isBlocked ? (
          <Button name="auto" value="1" icon="clock">
            Merge when all requirements are met
          </Button>
        ) : (
          <Button tone={isNext ? 'primary' : 'default'} icon="git-merge">
            Merge
          </Button>
        )}
      </div>
    </form>
  )
  if (!isBlocked) return form
  return (
    <details class="disclosure merge-later" open={draft.error !== null}>
      <summary>Merge when all requirements are met</summary>
      {form}
    </details>
  )
}

type MessageProps = { method: 'merge' | 'squash'; words: CommitMessages['merge']; hint?: string }

/** Each method has its own; the style sheet shows the one of the method that is chosen. */
function Message({ method, words, hint }: MessageProps) {
  return (
    <div class={`form merge-message merge-message-${method}`}>
      <TextField name={`${method}_title`} label="Commit title" value={words.title} maxlength={255} autocomplete="off" />
      <TextAreaField
        name={`${method}_message`}
        label="Commit message"
        value={words.body}
        rows={Math.min(10, Math.max(3, words.body.split('\n').length))}
        maxlength={65_536}
        hint={hint}
        optional
      />
    </div>
  )
}
