import { repoUrl } from '../code-urls.ts'
import { Button } from '../components/button.tsx'
import { SelectField } from '../components/choice-field.tsx'
import { Confirm } from '../components/confirm.tsx'
import { EmptyState } from '../components/empty-state.tsx'
import { Field } from '../components/field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { LabelChip } from '../components/label-chip.tsx'
import { type PageInfo, Pagination } from '../components/pagination.tsx'
import { Panel, Section } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { plainQuery, threadsUrl } from '../thread-query.ts'

export type LabelValues = { name: string; color: string; type: string; description: string }
export type LabelRow = LabelValues & { id: string }

export type LabelsProps = {
  chrome: Chrome
  repo: RepoHead
  labels: readonly LabelRow[]
  pagination: PageInfo
  /** Whose form came back: a label's, or the one for a new label. */
  form: { id: string | null; values: LabelValues }
  errors: FormErrors
}

const types = { any: 'Issues and pull requests', issue: 'Issues', pull: 'Pull requests' } as const

export function LabelsView({ chrome, repo, labels, pagination, form, errors }: LabelsProps) {
  const base = repoUrl(repo)
  const can = repo.can.push
  return (
    <RepoFrame chrome={chrome} repo={repo} title="Labels">
      <PageHead title="Labels" lead="Words that issues and pull requests are sorted by." />
      <div class="column-main">
        {form.id !== null && <FormErrorSummary errors={errors} fields={{}} />}
        <Panel flush footer={<Pagination info={pagination} noun="labels" />}>
          {labels.length === 0 ? (
            <EmptyState icon="tag" title="No labels yet" action={can && <Usual base={base} />}>
              {can && <p>Make your own below, or begin with those that most repositories have.</p>}
            </EmptyState>
          ) : (
            <RowList label="Labels">
              {labels.map((label) => (
                <Row
                  key={label.id}
                  title={
                    <LabelChip
                      label={label}
                      href={threadsUrl(base, 'issue', { ...plainQuery, labels: [label.name] })}
                    />
                  }
                  meta={
                    <>
                      {label.description !== '' && <span class="row-description">{label.description}</span>}
                      {label.type !== 'any' && (
                        <span>For {(label.type === 'issue' ? types.issue : types.pull).toLowerCase()}</span>
                      )}
                    </>
                  }
                  actions={can && <Remove label={label} base={base} />}
                >
                  {can && (
                    <details class="disclosure" open={form.id === label.id}>
                      <summary aria-label={`Edit ${label.name}`}>Edit</summary>
                      <LabelForm
                        id={label.id}
                        action={`${base}/labels/${label.id}/edit`}
                        values={form.id === label.id ? form.values : label}
                        errors={form.id === label.id ? errors : {}}
                        button="Save"
                      />
                    </details>
                  )}
                </Row>
              ))}
            </RowList>
          )}
        </Panel>
        {can && (
          <Section title="New label">
            {form.id === null && (
              <FormErrorSummary errors={errors} fields={{ name: { label: 'Name', id: 'name-new' } }} />
            )}
            <LabelForm
              id="new"
              action={`${base}/labels`}
              values={form.id === null ? form.values : { name: '', color: '#3a6ea5', type: 'any', description: '' }}
              errors={form.id === null ? errors : {}}
              button="Make label"
            />
          </Section>
        )}
      </div>
    </RepoFrame>
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
      <Button icon="plus">Add the usual labels</Button>
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
      <p>All issues and pull requests that have it lose it.</p>
    </Confirm>
  )
}
