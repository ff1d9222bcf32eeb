import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Field } from '../components/field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { Icon } from '../components/icon.tsx'
import { Overtaken, type OvertakenText, saveWord } from '../components/overtaken.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel } from '../components/panel.tsx'
import { Progress } from '../components/progress.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { TextAreaField, TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type MilestoneRow = {
  id: string
  title: string
  description: string
  isOpen: boolean
  /** `2027-03-31`. */
  due: string | null
  isLate: boolean
  open: number
  closed: number
}

export type MilestonesProps = {
  chrome: Chrome
  repo: RepoHead
  state: 'open' | 'closed'
  milestones: readonly MilestoneRow[]
  pagination: PageInfo
}

export function MilestonesView({ chrome, repo, state, milestones, pagination }: MilestonesProps) {
  const base = `${repoUrl(repo)}/milestones`
  const add = repo.can.work && (
    <LinkButton href={`${base}/new`} icon="plus" tone="primary">
      New milestone
    </LinkButton>
  )
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Milestones">
      <PageHead
        title="Milestones"
        lead="Issues and pull requests that belong together, and their progress."
        actions={add}
      />
      <section class="panel" aria-label="Milestones">
        <header class="panel-head">
          <div class="state-links">
            <a class="state-link" href={base} aria-current={state === 'open' ? 'true' : undefined}>
              <Icon name="milestone" />
              <span>Open</span>
            </a>
            <a class="state-link" href={`${base}?state=closed`} aria-current={state === 'closed' ? 'true' : undefined}>
              <Icon name="check" />
              <span>Closed</span>
            </a>
          </div>
        </header>
        {milestones.length === 0 ? (
          <EmptyState icon="milestone" title={state === 'open' ? 'No open milestones' : 'No closed milestones'}>
            {state === 'open' && <p>A milestone groups issues and pull requests for a date or a version.</p>}
          </EmptyState>
        ) : (
          <RowList label="Milestones">
            {milestones.map((milestone) => (
              <MilestoneLine key={milestone.id} milestone={milestone} repo={repo} />
            ))}
          </RowList>
        )}
        <footer class="panel-foot">
          <Pagination info={pagination} noun="milestones" />
        </footer>
      </section>
    </RepoFrame>
  )
}

function MilestoneLine({ milestone, repo }: { milestone: MilestoneRow; repo: RepoHead }) {
  const at = `${repoUrl(repo)}/milestones/${milestone.id}`
  return (
    <Row
      icon="milestone"
      title={
        <a class="row-link" href={at}>
          {milestone.title}
        </a>
      }
      meta={
        <>
          <MilestoneFacts milestone={milestone} />
          {milestone.description !== '' && <span class="row-description">{milestone.description}</span>}
        </>
      }
      actions={repo.can.work && <MilestoneActions at={at} milestone={milestone} size="small" />}
    />
  )
}

type ActionsProps = { at: string; milestone: MilestoneRow; size?: 'small' | undefined }

/** For those who may change it. */
export function MilestoneActions({ at, milestone, size }: ActionsProps) {
  return (
    <>
      <form method="post" action={`${at}/state`}>
        <Button size={size} name="state" value={milestone.isOpen ? 'closed' : 'open'}>
          {milestone.isOpen ? 'Close' : 'Reopen'}
        </Button>
      </form>
      <LinkButton size={size} href={`${at}/edit`} label={`Edit ${milestone.title}`}>
        Edit
      </LinkButton>
    </>
  )
}

/** How far it is, and until when it should be done. */
export function MilestoneFacts({ milestone }: { milestone: MilestoneRow }) {
  const { open, closed, due, isLate } = milestone
  return (
    <>
      <Progress done={closed} total={open + closed} label="done" />
      <span>
        {open} open, {closed} closed
      </span>
      {due !== null && (
        <span class={isLate ? 'late' : undefined}>
          {isLate ? 'Was due' : 'Due'} {due}
        </span>
      )}
    </>
  )
}

export type MilestoneFormProps = {
  chrome: Chrome
  repo: RepoHead
  /** Null for a new one. */
  id: string | null
  values: { title: string; description: string; due: string }
  errors: FormErrors
  /** Names the text that this one replaces; '' for a new one. */
  seen: string
  /** What somebody else wrote in the meantime. */
  overtaken: OvertakenText | null
}

export function MilestoneFormView({ chrome, repo, id, values, errors, seen, overtaken }: MilestoneFormProps) {
  const base = `${repoUrl(repo)}/milestones`
  const title = id === null ? 'New milestone' : 'Edit milestone'
  return (
    <RepoFrame chrome={chrome} repo={repo} title={title}>
      <div class="narrow stack">
        <PageHead title={title} actions={id !== null && <Remove base={base} id={id} title={values.title} />} />
        <Panel>
          <form method="post" action={id === null ? `${base}/new` : `${base}/${id}/edit`} class="form">
            <FormErrorSummary errors={errors} fields={{ title: 'Title', due_at: 'Due', description: 'Description' }} />
            {overtaken !== null && <Overtaken now={overtaken} />}
            <input type="hidden" name="seen" value={seen} />
            <TextField
              name="title"
              label="Title"
              value={values.title}
              error={errors['title']}
              maxlength={255}
              autocomplete="off"
              required
            />
            <Field name="due_at" label="Due" error={errors['due_at']} optional>
              {(control) => (
                <input {...control} class="input input-narrow" type="date" name="due_at" value={values.due} />
              )}
            </Field>
            <TextAreaField
              name="description"
              label="Description"
              value={values.description}
              error={errors['description']}
              rows={5}
              optional
            />
            <div class="form-actions">
              <Button tone="primary">{id === null ? 'Create milestone' : saveWord(overtaken)}</Button>
              <LinkButton href={base}>Cancel</LinkButton>
            </div>
          </form>
        </Panel>
      </div>
    </RepoFrame>
  )
}

function Remove({ base, id, title }: { base: string; id: string; title: string }) {
  return (
    <Confirm
      id="delete-milestone"
      trigger="Delete…"
      triggerIcon="trash"
      title={`Delete “${title}”?`}
      action={`${base}/${id}/delete`}
      confirm="Delete milestone"
    >
      <p>Its issues and pull requests stay, without a milestone.</p>
    </Confirm>
  )
}
