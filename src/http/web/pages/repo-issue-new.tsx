import { createIssue } from '../../../features/issues/create-issue.ts'
import { type Answers, answerField, answersText, requireAnswers } from '../../../features/issues/issue-form.ts'
import { type IssueTemplate, listIssueTemplates } from '../../../features/issues/issue-templates.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { openForThreads } from '../../../features/threads/open-threads.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { ShownForm } from '../components/issue-questions.tsx'
import { type ShownText, shownText } from '../components/shown-text.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type IssueFormValues, IssueNewView, IssueTemplatesView } from '../views/issue-new.tsx'
import { previewOf } from './thread-actions.tsx'
import { choicesOf, chosenIn, nothingChosen, typedChoices } from './thread-choices.ts'

type Call = RepoCall<'session'>

const mostQuestions = 100

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
      const template = templateFor(call, templates)
      // A link that brings a text of its own wants no questions.
      const form = query['body'] === undefined && template ? await shownForm(call, template, null) : null
      return showForm(call, beginning(call, template), { form })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/issues/new',
    right: 'session',
    takes: 'prose',
    handle: async (call) => {
      const { app, actor, ref, head, form } = call
      const template = await findForm(call)
      if (template !== null) return answer(call, template)
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

/** The questions that were answered, as they are now. */
async function findForm({ app, actor, ref, form }: Call): Promise<IssueTemplate | null> {
  const file = form.text('template')
  if (file === '') return null
  const { items } = await listIssueTemplates(app, actor, ref, { page: 1, perPage: 100 })
  return items.find((one) => one.file === file && one.form !== null) ?? null
}

/** What was answered becomes the text; what is missing comes back with all the rest. */
async function answer(call: Call, template: IssueTemplate): Promise<PageAnswer> {
  const { app, actor, ref, head, form } = call
  const parts = template.form ?? []
  const values = typedIssue(form)
  const answers = Object.fromEntries(parts.map((_, index) => [answerField(index), form.all(answerField(index))]))
  return orErrors(
    async () => {
      const body = answersText(parts, answers)
      const preview = await previewOf(call, body)
      const shown = await shownForm(call, template, answers)
      if (preview !== undefined) return showForm(call, values, { form: shown && { ...shown, preview } })
      requireAnswers(parts, answers)
      const made = await createIssue(app, actor, ref, { title: values.title, body, ...chosenIn(form) })
      return go(`${repoUrl(head)}/issues/${made.number}`)
    },
    async (errors, kind) =>
      showForm(call, values, { errors, status: statusOf(kind), form: await shownForm(call, template, answers) }),
  )
}

/** Null where it is a text. Without answers it is as it begins. */
async function shownForm(
  { app, actor, ref }: Call,
  { file, form }: IssueTemplate,
  answers: Answers | null,
): Promise<ShownForm | null> {
  if (form === null) return null
  const parts = await Promise.all(
    form.map(async (part, index) => {
      const name = answerField(index)
      if (part.kind !== 'note') return { ...part, name }
      const shown = shownText(part.text, await previewText(app, actor, ref, part.text))
      return { kind: part.kind, name, shown }
    }),
  )
  const begun = parts.flatMap((part) => (part.kind === 'note' ? [] : [[part.name, [part.value]] as const]))
  return { file, parts, answers: answers ?? Object.fromEntries(begun) }
}

function templateFor({ query }: Call, templates: readonly IssueTemplate[]): IssueTemplate | undefined {
  const wanted = query['template']
  return wanted === undefined ? templates[0] : templates.find((one) => one.file === wanted)
}

/** From a template, or from what a link says. */
function beginning({ query }: Call, template: IssueTemplate | undefined): IssueFormValues {
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
    // Questions that are not asked any more were answered all the same.
    body: (form.ticked('body') ? form.text('body') : orphanedAnswers(form)).replaceAll('\r\n', '\n'),
    ...typedChoices(form),
  }
}

function orphanedAnswers(form: FormFields): string {
  const texts = Array.from({ length: mostQuestions }, (_, index) => form.text(answerField(index)).trim())
  return texts.filter((text) => text !== '').join('\n\n')
}

interface FormShown {
  readonly form?: ShownForm | null
  readonly preview?: ShownText
  readonly errors?: FormErrors
  readonly status?: number
}

async function showForm(
  call: Call,
  values: IssueFormValues,
  { form = null, preview, errors = noErrors, status = 200 }: FormShown,
): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  // Where nobody may open one, there is no form to fill in.
  await openForThreads(app, actor, { ...ref, kind: 'issue' }, 'write')
  const choices = head.can.work ? await choicesOf(call, 'issue') : null
  return show(
    <IssueNewView
      chrome={chrome}
      repo={head}
      values={values}
      form={form}
      errors={errors}
      preview={preview}
      choices={choices}
    />,
    status,
  )
}
