import { Button, LinkButton } from './button.tsx'
import { CheckList, type ShownCheck } from './check-list.tsx'
import { CodeBlock } from './code-block.tsx'
import { counted } from './counted.ts'
import { Icon, type IconName } from './icon.tsx'
import { type CommitMessages, MergeForm, reviewCodes } from './merge-form.tsx'
import { Notice } from './notice.tsx'
import { OwnerList, type ShownOwners } from './owner-list.tsx'
import { PipelineApproval } from './pipeline-approval.tsx'

export type MergeBoxProps = {
  /** The address of the pull request. */
  at: string
  head: string
  /** What is in the way, the most basic first. */
  blockers: readonly { code: string; message: string }[]
  conflicts: readonly string[]
  /** What somebody types to resolve them. */
  commands: string
  /** The reader may settle them in a page. */
  canResolve: boolean
  /** Null while nobody has looked. */
  mergeable: boolean | null
  checks: readonly ShownCheck[]
  /** Pipelines that wait to be let run. */
  waiting: readonly { at: string; sha: string; canRun: boolean }[]
  approvals: { given: number; required: number }
  /** Changed files that have owners, where one of these has to approve. */
  owners: readonly ShownOwners[]
  /** Where the reader says what they think of it; null for those who may not. */
  reviewHref: string | null
  /** The first conversation that has to be resolved; null where none has to be. */
  openTalkHref: string | null
  /** Commits of the target that the branch has not. */
  behind: number
  target: string
  autoMerge: { by: string } | null
  /** Null for those who may merge. */
  whyNoMerge: string | null
  can: { update: boolean; deleteBranch: boolean; ready: boolean; dropAutoMerge: boolean }
  /** Those that the repository allows. */
  methods: readonly string[]
  /** What was typed before something came in between, or what the repository begins with. */
  draft: { method: string; deleteBranch: boolean; error: string | null }
  /** What each kind of commit would say, or what was typed in its place. */
  messages: CommitMessages
}

/** Says in a sentence whether it can be merged and what would unblock it, and does it. */
export function MergeBox(props: MergeBoxProps) {
  const [first, ...others] = props.blockers
  const verdict = verdictOf(props)
  return (
    <section class={`panel merge-box merge-${verdict.tone}`} aria-label="Merging">
      <header class="merge-head">
        <Icon name={verdict.icon} />
        <div>
          <h2>{verdict.title}</h2>
          <p>{first?.message ?? verdict.text}</p>
          {others.length > 0 && (
            <ul class="merge-reasons">
              {others.map(({ code, message }) => (
                <li key={code}>{message}</li>
              ))}
            </ul>
          )}
        </div>
      </header>
      {props.conflicts.length > 0 && <Conflicts {...props} />}
      {props.draft.error !== null && (
        <Notice tone="danger" live>
          {props.draft.error}
        </Notice>
      )}
      {props.checks.length > 0 && <CheckList checks={props.checks} />}
      {props.waiting.map((one) => (
        <PipelineApproval key={one.at} {...one} from="pull" changesHref={`${props.at}/files`} />
      ))}
      {props.approvals.required > 0 && (
        <p class="merge-line">
          <Icon name={props.approvals.given >= props.approvals.required ? 'check-circle' : 'clock'} />
          <span>
            {props.approvals.given} of {counted(props.approvals.required, 'approval')}
          </span>
        </p>
      )}
      {props.owners.length > 0 && <OwnerList owners={props.owners} />}
      <NextSteps {...props} />
      {props.behind > 0 && <Behind {...props} />}
      {props.autoMerge !== null && <Waiting {...props} by={props.autoMerge.by} />}
      {props.can.ready && <Ready at={props.at} isNext={props.blockers[0]?.code === 'draft'} />}
      {props.whyNoMerge !== null ? (
        <p class="merge-line">
          <Icon name="info" />
          <span>{props.whyNoMerge}</span>
        </p>
      ) : (
        <MergeForm {...props} isNext={!props.checks.some(hasFailed)} />
      )}
    </section>
  )
}

/** What the reader can do about what is missing; nothing where that is somebody else's to do. */
function NextSteps({ blockers, reviewHref, openTalkHref }: MergeBoxProps) {
  const isReviewMissing = blockers.some(({ code }) => reviewCodes.includes(code))
  const reviews = isReviewMissing ? reviewHref : null
  if (reviews === null && openTalkHref === null) return null
  return (
    <p class="merge-steps">
      {reviews !== null && (
        <LinkButton size="small" icon="eye" href={reviews}>
          Review the changes
        </LinkButton>
      )}
      {openTalkHref !== null && (
        <LinkButton size="small" icon="comment" href={openTalkHref}>
          Go to the first open conversation
        </LinkButton>
      )}
    </p>
  )
}

const mostConflicts = 20

/** Which files, where the sentence above does not name them all, and the very commands that bring the two together. */
function Conflicts({ at, blockers, conflicts, commands, canResolve }: MergeBoxProps) {
  const others = conflicts.length - mostConflicts
  const said = blockers.find(({ code }) => code === 'conflict')?.message ?? ''
  const isNamedAbove = conflicts.every((path) => said.includes(path))
  return (
    <details class="disclosure merge-conflicts" open>
      <summary>{counted(conflicts.length, 'file')} with conflicts: how to resolve them</summary>
      {!isNamedAbove && (
        <ul class="merge-reasons" aria-label="Files in conflict">
          {conflicts.slice(0, mostConflicts).map((path) => (
            <li key={path}>
              <code class="break">{path}</code>
            </li>
          ))}
          {others > 0 && <li class="muted">and {counted(others, 'other')}</li>}
        </ul>
      )}
      {canResolve && (
        <p>
          <LinkButton href={`${at}/conflicts`} icon="pencil" tone="primary">
            Resolve conflicts here
          </LinkButton>
        </p>
      )}
      {canResolve && <p class="muted">Or on the command line:</p>}
      <CodeBlock code={commands} label="commands that resolve the conflicts" />
    </details>
  )
}

function hasFailed({ status }: ShownCheck): boolean {
  return status === 'failed' || status === 'error'
}

interface Verdict {
  tone: 'good' | 'doubtful' | 'bad' | 'unknown'
  icon: IconName
  title: string
  text: string
}

function verdictOf({ blockers, mergeable, target, checks }: MergeBoxProps): Verdict {
  if (blockers.length > 0) return { tone: 'bad', icon: 'blocked', title: 'Cannot be merged yet', text: '' }
  if (mergeable === null) {
    const text = 'Checking whether the branches can be merged. You do not have to wait.'
    return { tone: 'unknown', icon: 'hourglass', title: 'Checking', text }
  }
  const failed = checks.filter(hasFailed).length
  const pending = checks.filter(({ status }) => status === 'pending').length
  if (failed + pending > 0) {
    const what =
      failed > 0
        ? `${counted(failed, 'check')} failed`
        : `${counted(pending, 'check')} ${pending === 1 ? 'is' : 'are'} not done yet`
    const text = `No conflicts with ${target}, and it does not require ${failed + pending === 1 ? 'that check' : 'those checks'}.`
    return { tone: 'doubtful', icon: 'alert', title: `Can be merged, but ${what}`, text }
  }
  const text = `No conflicts with ${target}, and all requirements are met.`
  return { tone: 'good', icon: 'check-circle', title: 'Ready to merge', text }
}

function Behind({ at, behind, target, can, head, blockers }: MergeBoxProps) {
  const isNext = blockers[0]?.code === 'not_up_to_date'
  return (
    <form method="post" action={`${at}/update-branch`} class="merge-line">
      <input type="hidden" name="head_sha" value={head} />
      <Icon name="git-branch" />
      <span>
        The branch is {counted(behind, 'commit')} behind {target}.
      </span>
      {can.update && (
        <span class="merge-line-actions">
          <Button size="small" tone={isNext ? 'primary' : 'default'} name="method" value="merge">
            Update by merging
          </Button>
          <Button size="small" name="method" value="rebase">
            Rebase
          </Button>
        </span>
      )}
    </form>
  )
}

/** For whoever may change it: most who open one may not merge it. */
function Ready({ at, isNext }: { at: string; isNext: boolean }) {
  return (
    <form method="post" action={`${at}/manage`} class="merge-line">
      <Icon name="git-pull-request-draft" />
      <span>This is still a draft.</span>
      <span class="merge-line-actions">
        <Button size="small" tone={isNext ? 'primary' : 'default'} name="set" value="ready">
          Ready for review
        </Button>
      </span>
    </form>
  )
}

function Waiting({ at, by, can }: Pick<MergeBoxProps, 'at' | 'can'> & { by: string }) {
  return (
    <form method="post" action={`${at}/auto-merge/drop`} class="merge-line">
      <Icon name="clock" />
      <span>
        {by} turned on auto-merge: it is merged once all requirements are met. A push turns it off, an update here does
        not.
      </span>
      {can.dropAutoMerge && (
        <span class="merge-line-actions">
          <Button size="small">Turn off auto-merge</Button>
        </span>
      )}
    </form>
  )
}
