import { createIssue } from '../../../features/issues/create-issue.ts'
import { type IssueTemplate, listIssueTemplates } from '../../../features/issues/issue-templates.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { listChoices } from '../../../features/threads/list-choices.ts'
import { openForThreads } from '../../../features/threads/open-threads.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type IssueFormValues, IssueNewView, IssueTemplatesView } from '../views/issue-new.tsx'

type Call = RepoCall<'session'>

export const repoIssueNewPages = [
  repoPage({
    method: 'GET',
    path: '/issues/new',
    right: 'session',
    handle: async (call) => {
      const { app, actor, ref, chrome, head, query } = call
      const { items: templates } = await listIssueTemplates(app, actor, ref, { page: 1, perPage: 100 })
      const isAsked = query['template'] !== undefined || query['title'] !== undefined || query['body'] !== undefined
      if (templates.length > 1 && !isAsked) {
        return show(<IssueTemplatesView chrome={chrome} repo={head} templates={templates} />)
      }
      return showForm(call, beginning(call, templates), {})
    },
  }),
  repoPage({
    method: 'POST',
    path: '/issues/new',
    right: 'session',
    takes: 'prose',
    handle: async (call) => {
      const { app, actor, ref, head, form } = call
      const values = typedIssue(form)
      if (form.ticked('preview')) {
        const html = await previewText(app, actor, ref, values.body)
        return showForm(call, values, { preview: html === null ? { text: values.body } : { html } })
      }
      return orErrors(
        async () => {
          const { labels, assignees, milestone, ...text } = values
          const names = assignees.split(/[\s,]+/).filter((name) => name !== '')
          const made = await createIssue(app, actor, ref, {
            ...text,
            labels,
            assignees: names.map((name) => name.replace(/^@/, '')),
            milestone: milestone === '' ? null : milestone,
          })
          return go(`${repoUrl(head)}/issues/${made.number}`)
        },
        (errors, kind) => showForm(call, values, { errors, status: statusOf(kind) }),
      )
    },
  }),
]

/** From a template, or from what a link says. */
function beginning({ query }: Call, templates: readonly IssueTemplate[]): IssueFormValues {
  const wanted = query['template']
  const template = wanted === undefined ? templates[0] : templates.find((one) => one.file === wanted)
  return {
    title: query['title'] ?? template?.title ?? '',
    body: query['body'] ?? template?.body ?? '',
    labels: template?.labels ?? [],
    assignees: '',
    milestone: query['milestone'] ?? '',
  }
}

function typedIssue(form: FormFields): IssueFormValues {
  return {
    title: form.text('title'),
    body: form.text('body').replaceAll('\r\n', '\n'),
    labels: form.all('label'),
    assignees: form.text('assignees'),
    milestone: form.text('milestone'),
  }
}

interface FormShown {
  readonly preview?: ShownText
  readonly errors?: FormErrors
  readonly status?: number
}

async function showForm(
  { app, actor, ref, chrome, head }: Call,
  values: IssueFormValues,
  { preview, errors = noErrors, status = 200 }: FormShown,
): Promise<PageAnswer> {
  // Where nobody may open one, there is no form to fill in.
  await openForThreads(app, actor, { ...ref, kind: 'issue' }, 'write')
  const choices = head.can.push ? await listChoices(app, actor, { ...ref, kind: 'issue' }) : null
  return show(
    <IssueNewView
      chrome={chrome}
      repo={head}
      values={values}
      errors={errors}
      preview={preview}
      choices={choices && { labels: choices.labels, milestones: choices.milestones.map(({ title }) => title) }}
    />,
    status,
  )
}
