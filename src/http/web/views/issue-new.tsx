import { repoUrl } from '../code-urls.ts'
import { Button, LinkButton } from '../components/button.tsx'
import { FieldGroup, SelectField } from '../components/choice-field.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import type { ShownLabel } from '../components/label-chip.tsx'
import { LabelChoices } from '../components/label-choices.tsx'
import { MarkdownEditor } from '../components/markdown-editor.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'

export type IssueFormValues = {
  title: string
  body: string
  labels: readonly string[]
  assignees: string
  milestone: string
}

export type IssueNewProps = {
  chrome: Chrome
  repo: RepoHead
  values: IssueFormValues
  errors: FormErrors
  preview: ShownText | undefined
  /** What can be chosen; null for who may not. */
  choices: { labels: readonly ShownLabel[]; milestones: readonly string[] } | null
}

const fields = { title: 'Title', body: 'Text', assignees: 'Assignees', labels: { label: 'Labels', id: 'labels' } }

export function IssueNewView(props: IssueNewProps) {
  const { chrome, repo, values, errors, choices } = props
  const base = repoUrl(repo)
  return (
    <RepoFrame chrome={chrome} repo={repo} title="New issue">
      <PageHead title="New issue" />
      <form method="post" action={`${base}/issues/new`} class="repo-columns">
        <div class="form">
          <FormErrorSummary errors={errors} fields={fields} />
          <TextField
            name="title"
            label="Title"
            value={values.title}
            error={errors['title']}
            maxlength={255}
            autocomplete="off"
            autofocus
            required
          />
          <MarkdownEditor
            label="Text"
            value={values.body}
            error={errors['body']}
            rows={14}
            place={{ base, owner: repo.owner, slug: repo.slug }}
            preview={props.preview}
          />
          <div class="form-actions">
            <Button tone="primary">Open issue</Button>
            <LinkButton href={`${base}/issues`}>Cancel</LinkButton>
          </div>
        </div>
        {choices && <Choices {...props} choices={choices} />}
      </form>
    </RepoFrame>
  )
}

function Choices({ values, errors, choices }: IssueNewProps & { choices: NonNullable<IssueNewProps['choices']> }) {
  const held = new Set(values.labels)
  return (
    <div class="form issue-side">
      <TextField
        name="assignees"
        label="Assignees"
        value={values.assignees}
        error={errors['assignees']}
        hint="Usernames, with commas in between."
        autocomplete="off"
        mono
        optional
      />
      {choices.labels.length > 0 && (
        <FieldGroup legend="Labels" id="labels" error={errors['labels']}>
          <LabelChoices all={choices.labels} held={held} />
        </FieldGroup>
      )}
      {choices.milestones.length > 0 && (
        <SelectField
          name="milestone"
          label="Milestone"
          value={values.milestone}
          choices={[
            { value: '', label: 'None' },
            ...choices.milestones.map((title) => ({ value: title, label: title })),
          ]}
        />
      )}
    </div>
  )
}

export type IssueTemplatesProps = {
  chrome: Chrome
  repo: RepoHead
  templates: readonly { file: string; name: string; about: string }[]
}

/** Which kind of issue it is to be, where the repository says that there are several. */
export function IssueTemplatesView({ chrome, repo, templates }: IssueTemplatesProps) {
  const base = `${repoUrl(repo)}/issues/new`
  return (
    <RepoFrame chrome={chrome} repo={repo} title="New issue">
      <div class="narrow stack">
        <PageHead title="New issue" lead="What is it about?" />
        <Panel flush>
          <RowList label="Kinds of issues">
            {templates.map(({ file, name, about }) => (
              <Row
                key={file}
                icon="issue-opened"
                title={
                  <a class="row-link" href={`${base}?template=${encodeURIComponent(file)}`}>
                    {name}
                  </a>
                }
                meta={about === '' ? undefined : <span>{about}</span>}
              />
            ))}
            <Row
              icon="pencil"
              title={
                <a class="row-link" href={`${base}?template=none`}>
                  Something else
                </a>
              }
              meta={<span>Begin with an empty page.</span>}
            />
          </RowList>
        </Panel>
      </div>
    </RepoFrame>
  )
}
