import { Fragment } from 'preact'
import { type RepoName, repoUrl } from '../code-urls.ts'
import { BranchRows, type OfferedBranch } from '../components/branch-rows.tsx'
import { Button, DefaultButton } from '../components/button.tsx'
import { Checkbox, FieldGroup } from '../components/choice-field.tsx'
import type { CommitSummary } from '../components/commit-line.tsx'
import { counted } from '../components/counted.ts'
import { DiffList, type DiffListProps } from '../components/diff-list.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Icon } from '../components/icon.tsx'
import { MarkdownEditor } from '../components/markdown-editor.tsx'
import { Notice } from '../components/notice.tsx'
import { Panel } from '../components/panel.tsx'
import { type OfferedPerson, PeoplePicker } from '../components/people-picker.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { newPullUrl, pullsUrl, pullUrl } from '../pull-urls.ts'
import { CommitDays } from './commits.tsx'
import { type ChosenValues, NewThreadChoices } from './new-thread-choices.tsx'
import type { ThreadChoices } from './thread-side.tsx'

export type NewPullValues = ChosenValues & {
  source: string
  target: string
  title: string
  body: string
  draft: boolean
  reviewers: readonly string[]
  /** People who were typed, not ticked. */
  reviewersTyped: string
}

export type PullNewProps = {
  chrome: Chrome
  repo: RepoHead
  branches: readonly string[]
  /** Where it could come from, what was pushed last first; `owner:branch` in forks that the reader may push to. */
  sources: readonly string[]
  values: NewPullValues
  /** Branches that one could be opened for, while none is chosen. */
  offered: readonly OfferedBranch[]
  /** The fork, or where this was forked from: one could be opened there instead. */
  elsewhere: { name: string; href: string } | null
  errors: FormErrors
  preview: ShownText | undefined
  /** What it would bring; null until both branches are chosen, and where there is nothing. */
  found: {
    /** Where it can be looked at now. */
    repo: RepoName
    sha: string
    commits: readonly CommitSummary[]
    diff: Omit<DiffListProps, 'repo' | 'sha'>
  } | null
  /** Why not, in a sentence. */
  problem: string | null
  /** The one that is open for these branches already. */
  taken: number | null
  /** Files that were changed on both sides; null where that is not known. */
  conflicts: readonly string[] | null
  /** What was typed stays, whatever has come in between. */
  hasForm: boolean
  /** Who could be asked for a review, those who know the files first. */
  reviewers: readonly OfferedPerson[]
  /** Where everybody else is found. */
  peopleAt: string
  /** What else can be chosen; null for those who may not. */
  choices: ThreadChoices | null
}

export function PullNewView(props: PullNewProps) {
  const { chrome, repo, values, found, problem } = props
  const at = `${pullsUrl(repo)}/new`
  return (
    <RepoFrame
      chrome={chrome}
      repo={repo}
      title="New pull request"
      width={found?.diff.style === 'split' ? 'full' : 'normal'}
    >
      <PageHead
        title="New pull request"
        lead={
          props.elsewhere === null ? (
            'Propose to merge one branch into another.'
          ) : (
            <>
              Into {repo.owner}/{repo.slug}; or <a href={props.elsewhere.href}>into {props.elsewhere.name}</a>.
            </>
          )
        }
      />
      <form method="get" action={at} class="compare-form">
        <TextField
          name="target"
          label="Merge into"
          value={values.target}
          suggestions={props.branches}
          autocomplete="off"
          mono
        />
        <TextField
          name="source"
          label="From"
          value={values.source}
          suggestions={props.sources}
          autocomplete="off"
          mono
        />
        <Button>Compare</Button>
      </form>
      {props.offered.length > 0 && <Offered {...props} />}
      {problem !== null && props.offered.length === 0 && (
        <Notice tone="info" word="Not yet.">
          {problem}
        </Notice>
      )}
      {found !== null && (
        <div class="commit-sheet">
          {props.taken !== null && (
            <Notice tone="warning" word="Open already.">
              <a href={pullUrl({ ...repo, number: props.taken })}>#{props.taken}</a> is open for these branches: what is
              pushed to <code>{values.source}</code> becomes a part of it.
            </Notice>
          )}
          {props.taken === null && <Conflicts {...props} />}
          {props.hasForm && <PullForm {...props} at={at} />}
          {found.commits.length > 0 && (
            <>
              <CommitDays repo={found.repo} commits={found.commits} />
              <DiffList {...found.diff} repo={found.repo} sha={found.sha} />
            </>
          )}
        </div>
      )}
    </RepoFrame>
  )
}

const mostConflicts = 5

function Conflicts({ conflicts, values: { target } }: PullNewProps) {
  if (conflicts === null) return null
  if (conflicts.length === 0) {
    return (
      <p class="with-icon">
        <Icon name="check-circle" />
        <span>No conflicts with {target}.</span>
      </p>
    )
  }
  const others = conflicts.length - mostConflicts
  return (
    <Notice tone="warning" word="Conflicts.">
      Changed on both sides:{' '}
      {conflicts.slice(0, mostConflicts).map((path, at) => (
        <Fragment key={path}>
          {at > 0 && ', '}
          <code class="break">{path}</code>
        </Fragment>
      ))}
      {others > 0 && ` and ${counted(others, 'other')}`}. It can be opened all the same, and they are resolved there.
    </Notice>
  )
}

function Offered({ repo, values, offered }: PullNewProps) {
  return (
    <Panel title="Branches without a pull request" note="Most recently pushed first." flush>
      <BranchRows
        label="Branches without a pull request"
        branches={offered}
        hrefOf={(name) => newPullUrl(repo, values.target || repo.defaultBranch, name)}
      />
    </Panel>
  )
}

function PullForm(props: PullNewProps & { at: string }) {
  const { repo, values, errors, preview, at, choices } = props
  return (
    <form method="post" action={at} class="repo-columns" aria-label="New pull request">
      <DefaultButton />
      <div class="form">
        <FormErrorSummary
          errors={errors}
          fields={{ title: 'Title', body: 'Text', reviewers: 'Reviewers', assignees: 'Assignees' }}
        />
        {props.taken === null && (errors['source_branch'] ?? errors['target_branch']) !== undefined && (
          <Notice tone="danger" live>
            {errors['source_branch'] ?? errors['target_branch']}
          </Notice>
        )}
        <input type="hidden" name="source" value={values.source} />
        <input type="hidden" name="target" value={values.target} />
        <TextField
          name="title"
          label="Title"
          value={values.title}
          error={errors['title']}
          maxlength={255}
          autocomplete="off"
          required
        />
        <MarkdownEditor
          label="Text"
          value={values.body}
          error={errors['body']}
          rows={8}
          place={{ base: repoUrl(repo), owner: repo.owner, slug: repo.slug }}
          preview={preview}
        />
        <Checkbox
          name="draft"
          label="Draft"
          hint="Cannot be merged yet; code owners are not asked for a review automatically."
          checked={values.draft}
        />
        <div class="form-actions">
          <Button tone="primary">Open pull request</Button>
        </div>
      </div>
      {choices === null ? (
        <div class="form issue-side">
          <Reviewers {...props} />
        </div>
      ) : (
        <NewThreadChoices values={values} errors={errors} choices={choices}>
          <Reviewers {...props} />
        </NewThreadChoices>
      )}
    </form>
  )
}

function Reviewers({ values, errors, reviewers, peopleAt }: PullNewProps) {
  return (
    <FieldGroup legend="Reviewers" id="reviewers">
      <PeoplePicker
        name="reviewer"
        held={values.reviewers}
        offered={reviewers}
        suggestAt={peopleAt}
        typed={values.reviewersTyped}
        error={errors['reviewers']}
      />
    </FieldGroup>
  )
}
