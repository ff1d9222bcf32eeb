import { repoUrl } from '../code-urls.ts'
import { Button, DefaultButton, LinkButton } from '../components/button.tsx'
import { FormErrorSummary, type FormErrors } from '../components/form-errors.tsx'
import { IssueQuestions, questionFields, type ShownForm } from '../components/issue-questions.tsx'
import { MarkdownEditor } from '../components/markdown-editor.tsx'
import { Panel } from '../components/panel.tsx'
import { Row, RowList } from '../components/row-list.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { TextField } from '../components/text-field.tsx'
import type { Chrome } from '../layout/chrome.ts'
import { PageHead } from '../layout/page-head.tsx'
import { RepoFrame, type RepoHead } from '../layout/repo-frame.tsx'
import { type ChosenValues, NewThreadChoices } from './new-thread-choices.tsx'
import type { ThreadChoices } from './thread-side.tsx'

export type IssueFormValues = ChosenValues & { title: string; body: string }

export type IssueNewProps = {
  chrome: Chrome
  repo: RepoHead
  values: IssueFormValues
  errors: FormErrors
  preview: ShownText | undefined
  /** Questions to be answered in place of a text; null where there are none. */
  form: ShownForm | null
  /** What can be chosen; null for those who may not. */
  choices: ThreadChoices | null
}

const fields = { title: 'Title', body: 'Text', assignees: 'Assignees', labels: { label: 'Labels', id: 'labels' } }

export function IssueNewView(props: IssueNewProps) {
  const { chrome, repo, values, errors, choices, form } = props
  const base = repoUrl(repo)
  const place = { base, owner: repo.owner, slug: repo.slug }
  return (
    <RepoFrame chrome={chrome} repo={repo} title="New issue">
      <PageHead title="New issue" />
      <form method="post" action={`${base}/issues/new`} class="repo-columns">
        <DefaultButton />
        <div class="form">
          <FormErrorSummary errors={errors} fields={{ ...fields, ...(form && questionFields(form)) }} />
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
          {form === null ? (
            <MarkdownEditor
              label="Text"
              value={values.body}
              error={errors['body']}
              rows={14}
              place={place}
              preview={props.preview}
            />
          ) : (
            <IssueQuestions form={form} errors={errors} place={place} />
          )}
          <div class="form-actions">
            <Button tone="primary">Open issue</Button>
            <LinkButton href={`${base}/issues`}>Cancel</LinkButton>
          </div>
        </div>
        {choices && <NewThreadChoices values={values} errors={errors} choices={choices} />}
      </form>
    </RepoFrame>
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
              meta={<span>Start with a blank issue.</span>}
            />
          </RowList>
        </Panel>
      </div>
    </RepoFrame>
  )
}
