import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { SelectField } from '../components/choice-field.tsx'
import { Confirm } from '../components/confirm.tsx'
import { counted } from '../components/counted.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Field } from '../components/field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { LabelChip } from '../components/label-chip.tsx'
import { type PageInfo, Pagination, pageHref } from '../components/pagination.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { RowList } from '../components/row-list.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { plainQuery, threadsUrl } from '../thread-query.ts'

export type LabelValues = { name: string; color: string; type: string; description: string }
export type LabelRow = LabelValues & {
  id: string
  /** Open ones that have it. */
  uses: { issues: number; pulls: number }
}

export type LabelsProps = {
  chrome: Chrome
  repo: RepoHead
  labels: readonly LabelRow[]
  pagination: PageInfo
  /** Whose form is open, or came back with what was typed: a label's, or the one for a new label. */
  form: { id: string | null; values: LabelValues | null }
  errors: FormErrors
}

const newLabel: LabelValues = { name: '', color: '#3a6ea5', type: 'any', description: '' }

const types = { any: 'Issues and pull requests', issue: 'Issues', pull: 'Pull requests' } as const

export function LabelsView({ chrome, repo, labels, pagination, form, errors }: LabelsProps) {
  const base = repoUrl(repo)
  const can = repo.can.work
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Labels">
      <PageHead
        title="Labels"
        lead="They categorize issues and pull requests."
        actions={
          can &&
          labels.length > 0 && (
            <LinkButton href="#new-label" icon="plus">
              New label
            </LinkButton>
          )
        }
      />
      <div class="column-main">
        {form.id !== null && <FormErrorSummary errors={errors} fields={{}} />}
        <Panel flush footer={<Pagination info={pagination} noun="labels" />}>
          {labels.length === 0 ? (
            <EmptyState icon="tag" title="No labels yet" action={can && <Usual base={base} />}>
              {can && <p>Create your own below, or start with those that most repositories have.</p>}
            </EmptyState>
          ) : (
            <RowList label="Labels">
              {labels.map((label) => (
                <LabelLine
                  key={label.id}
                  label={label}
                  base={base}
                  can={can}
                  form={form}
                  errors={errors}
                  pagination={pagination}
                />
              ))}
            </RowList>
          )}
        </Panel>
        {can && (
          <Section title="New label" id="new-label">
            {form.id === null && (
              <FormErrorSummary errors={errors} fields={{ name: { label: 'Name', id: 'name-new' } }} />
            )}
            <LabelForm
              id="new"
              action={`${base}/labels`}
              values={(form.id === null ? form.values : null) ?? newLabel}
              errors={form.id === null ? errors : {}}
              button="Create label"
            />
          </Section>
        )}
      </div>
    </RepoFrame>
  )
}

type LabelLineProps = Pick<LabelsProps, 'form' | 'errors' | 'pagination'> & {
  label: LabelRow
  base: string
  can: boolean
}

function LabelLine({ label, base, can, form, errors, pagination }: LabelLineProps) {
  const isOpen = can && form.id === label.id
  const { issues, pulls } = label.uses
  const query = { ...plainQuery, labels: [label.name] }
  const next = isOpen ? pagination : { ...pagination, query: { edit: label.id } }
  return (
    <li class="row label-row" id={`label-${label.id}`}>
      <div class="label-name">
        <LabelChip label={label} href={threadsUrl(base, 'issue', query)} />
      </div>
      <p class="label-description">
        {label.description}
        {label.type !== 'any' && (
          <span class="muted">For {(label.type === 'issue' ? types.issue : types.pull).toLowerCase()} only</span>
        )}
      </p>
      <p class="label-uses">
        {issues > 0 && <a href={threadsUrl(base, 'issue', query)}>{counted(issues, 'open issue')}</a>}
        {pulls > 0 && <a href={threadsUrl(base, 'pull', query)}>{counted(pulls, 'open pull request')}</a>}
      </p>
      {can && (
        <div class="row-actions">
          <LinkButton
            size="small"
            href={`${pageHref(next, pagination.page)}#label-${label.id}`}
            label={isOpen ? `Cancel editing ${label.name}` : `Edit ${label.name}`}
          >
            {isOpen ? 'Cancel' : 'Edit'}
          </LinkButton>
          <Remove label={label} base={base} />
        </div>
      )}
      {isOpen && (
        <LabelForm
          id={label.id}
          action={`${base}/labels/${label.id}/edit`}
          values={form.values ?? label}
          errors={errors}
          button="Save"
        />
      )}
    </li>
  )
}

type LabelFormProps = { id: string; action: string; values: LabelValues; errors: FormErrors; button: string }

function LabelForm({ id, action, values, errors, button }: LabelFormProps) {
  return (
    <form method="post" action={action} class="form">
      <TextField
        name="name"
        id={`name-${id}`}
        label="Name"
        value={values.name}
        error={errors['name']}
        maxlength={50}
        autocomplete="off"
        required
      />
      <TextField
        name="description"
        id={`description-${id}`}
        label="Description"
        value={values.description}
        error={errors['description']}
        maxlength={200}
        autocomplete="off"
        optional
      />
      <Field name="color" id={`color-${id}`} label="Colour" error={errors['color']}>
        {(control) => <input {...control} class="input input-color" type="color" name="color" value={values.color} />}
      </Field>
      <SelectField
        name="type"
        id={`type-${id}`}
        label="For"
        value={values.type}
        choices={Object.entries(types).map(([value, label]) => ({ value, label }))}
      />
      <div class="form-actions">
        <Button tone={id === 'new' ? 'primary' : 'default'}>{button}</Button>
      </div>
    </form>
  )
}

function Usual({ base }: { base: string }) {
  return (
    <form method="post" action={`${base}/labels/usual`}>
      <Button icon="plus">Add default labels</Button>
    </form>
  )
}

function Remove({ label, base }: { label: LabelRow; base: string }) {
  return (
    <Confirm
      id={`delete-${label.id}`}
      trigger="Delete"
      triggerLabel={`Delete ${label.name}`}
      title={`Delete “${label.name}”?`}
      action={`${base}/labels/${label.id}/delete`}
      confirm="Delete label"
    >
      <p>It will be removed from all issues and pull requests.</p>
    </Confirm>
  )
}
