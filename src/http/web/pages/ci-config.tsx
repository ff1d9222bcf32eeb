import { maybeIso } from '../../../core/iso-time.ts'
import { shortSha } from '../../../core/sha.ts'
import { checkConfig } from '../../../features/ci-config/check-config.ts'
import { putConfig } from '../../../features/ci-config/put-config.ts'
import { openConfigEdit, viewConfig } from '../../../features/ci-config/view-config.ts'
import { isShowable } from '../../../features/contents/read-editable.ts'
import { parseFileSha, parseMessage } from '../../../features/contents/write-input.ts'
import { repoUrl } from '../code-urls.ts'
import type { ShownCheck } from '../components/config-check.tsx'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { CiConfigView, starter } from '../views/ci-config.tsx'
import { type CiConfigEditProps, CiConfigEditView, type CiConfigValues } from '../views/ci-config-edit.tsx'

type Call = RepoCall<'session'>

export const ciConfigPages = [
  repoPage({
    method: 'GET',
    path: '/ci/config',
    right: 'anyone',
    handle: async ({ app, actor, ref, chrome, head, query }) => {
      const { valid, errors, nextRunAt, ...found } = await viewConfig(app, actor, ref, query['ref'])
      const { mode, path, commit, lines } = found
      const shown = { mode, path, commit, lines, check: { valid, errors }, nextRunAt: maybeIso(nextRunAt) }
      return show(<CiConfigView chrome={chrome} repo={head} {...shown} />)
    },
  }),
  repoPage({
    method: 'GET',
    path: '/ci/config/edit',
    right: 'session',
    handle: async (call) => {
      const now = await openConfigEdit(call.app, call.actor, call.ref)
      if (now.mode === 'power')
        return go(configOf(call), { tone: 'info', text: 'A program defines the pipelines here.' })
      const values = { content: now.content ?? starter, message: '', sha: now.sha ?? '' }
      return edit(call, { values, check: await checkOf(call, values) })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/ci/config/edit',
    right: 'session',
    takes: 'file-text',
    handle: async (call) => {
      const { app, actor, ref, form } = call
      const now = await openConfigEdit(app, actor, ref)
      const values = typedConfig(form)
      const check = await checkOf(call, values)
      if (!check.valid || form.text('do') === 'check') return edit(call, { values, check }, check.valid ? 200 : 422)
      return orErrors(
        async () => {
          const message = parseMessage('message', values.message)
          const sha = values.sha === '' ? null : parseFileSha('sha', values.sha)
          const saved = await putConfig(app, actor, ref, { content: values.content, message, sha })
          return done(configOf(call), `Committed to ${call.head.defaultBranch} as ${shortSha(saved.commit ?? '')}.`)
        },
        (errors, kind) => {
          // The next try is about the file as it is now.
          const isOvertaken = kind === 'conflict' && now.mode === 'easy'
          const next = isOvertaken ? { ...values, sha: now.sha ?? '' } : values
          return edit(
            call,
            { values: next, check, isOvertaken, errors: isOvertaken ? noErrors : errors },
            statusOf(kind),
          )
        },
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/ci/config/check',
    right: 'session',
    takes: 'prose',
    formAt: '/ci/config/edit',
    handle: async (call) => ({ kind: 'json', body: await checkOf(call, typedConfig(call.form)) }),
  }),
]

function configOf({ head }: Call): string {
  return `${repoUrl(head)}/ci/config`
}

function typedConfig(form: FormFields): CiConfigValues {
  const content = form.text('content').replaceAll('\r\n', '\n')
  return { content, message: form.text('message'), sha: form.text('sha') }
}

async function checkOf({ app, actor, ref }: Call, { content }: CiConfigValues): Promise<ShownCheck> {
  const { valid, errors } = await checkConfig(app, actor, ref, content)
  return { valid, errors: errors.map(({ line, column, message }) => ({ line, column, message })) }
}

type Shown = Pick<CiConfigEditProps, 'values' | 'check'> & Partial<Pick<CiConfigEditProps, 'isOvertaken' | 'errors'>>

async function edit({ chrome, head }: Call, shown: Shown, status = 200): Promise<PageAnswer> {
  // What no page could hold is no configuration either, and is told so.
  const values = (await isShowable(shown.values.content)) ? shown.values : { ...shown.values, content: '' }
  const rest = { isOvertaken: false, errors: noErrors, ...shown, values }
  return show(<CiConfigEditView chrome={chrome} repo={head} {...rest} />, status)
}
