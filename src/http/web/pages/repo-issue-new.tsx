import { createIssue } from '../../../features/issues/create-issue.ts'
import { type IssueTemplate, listIssueTemplates } from '../../../features/issues/issue-templates.ts'
import { openForThreads } from '../../../features/threads/open-threads.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type IssueFormValues, IssueNewView, IssueTemplatesView } from '../views/issue-new.tsx'
import { previewOf } from './thread-actions.tsx'
import { choicesOf, chosenIn, nothingChosen, typedChoices } from './thread-choices.ts'

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
      const preview = await previewOf(call, values.body)
      if (preview !== undefined) return showForm(call, values, { preview })
      return orErrors(
        async () => {
          const { title, body } = values
          const made = await createIssue(app, actor, ref, { title, body, ...chosenIn(form) })
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
    ...nothingChosen,
    labels: template?.labels ?? [],
    milestone: query['milestone'] ?? '',
  }
}

function typedIssue(form: FormFields): IssueFormValues {
  return {
    title: form.text('title'),
    body: form.text('body').replaceAll('\r\n', '\n'),
    ...typedChoices(form),
  }
}

interface FormShown {
  readonly preview?: ShownText
  readonly errors?: FormErrors
  readonly status?: number
}

async function showForm(
  call: Call,
  values: IssueFormValues,
  { preview, errors = noErrors, status = 200 }: FormShown,
): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  // Where nobody may open one, there is no form to fill in.
  await openForThreads(app, actor, { ...ref, kind: 'issue' }, 'write')
  const choices = head.can.work ? await choicesOf(call, 'issue') : null
  return show(
    <IssueNewView chrome={chrome} repo={head} values={values} errors={errors} preview={preview} choices={choices} />,
    status,
  )
}
