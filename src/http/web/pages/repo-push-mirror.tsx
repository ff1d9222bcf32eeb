import { iso } from '../../../core/iso-time.ts'
import { findPushMirrorOf } from '../../../features/push-mirrors/get-push-mirror.ts'
import type { PushMirror } from '../../../features/push-mirrors/push-mirror.ts'
import { sendNow } from '../../../features/push-mirrors/send-changes.ts'
import { setPushMirror } from '../../../features/push-mirrors/set-push-mirror.ts'
import { stopPushing } from '../../../features/push-mirrors/stop-pushing.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { SourceValues } from '../components/source-fields.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { RepoPushMirrorView, type ShownPushMirror } from '../views/repo-push-mirror.tsx'

type Call = RepoCall<'session'>

export const repoPushMirrorPages = [
  repoPage({ method: 'GET', path: '/settings/push-mirror', right: 'session', handle: (call) => showMirror(call, {}) }),
  repoPage({
    method: 'POST',
    path: '/settings/push-mirror',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, form } = call
      const values = { url: form.text('url').trim(), username: form.text('username').trim() }
      return orErrors(
        async () => {
          await setPushMirror(app, actor, ref, { ...values, password: form.text('password') })
          return done(addressOf(call), 'The repository is pushed to this address from now on.')
        },
        (errors, kind) => showMirror(call, { errors, values, status: statusOf(kind) }),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/push-mirror/sync',
    right: 'session',
    handle: async (call) => {
      await sendNow(call.app, call.actor, call.ref)
      return done(addressOf(call), 'It is being pushed.')
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/push-mirror/stop',
    right: 'session',
    handle: async (call) => {
      await stopPushing(call.app, call.actor, call.ref)
      return done(addressOf(call), 'The repository is pushed nowhere any more.')
    },
  }),
]

function addressOf({ head }: Call): string {
  return `${repoUrl(head)}/settings/push-mirror`
}

async function showMirror(
  call: Call,
  { errors = noErrors, values, status }: { errors?: FormErrors; values?: SourceValues; status?: number },
): Promise<PageAnswer> {
  const { app, actor, chrome, head, ref } = call
  const mirror = await findPushMirrorOf(app, actor, ref)
  const { url = '', username = '' } = mirror ?? {}
  return show(
    <RepoPushMirrorView
      chrome={chrome}
      repo={head}
      mirror={mirror && shownMirror(mirror)}
      values={values ?? { url, username }}
      errors={errors}
    />,
    status,
  )
}

function shownMirror({ nextAt, sentAt, ...mirror }: PushMirror): ShownPushMirror {
  return { ...mirror, nextAt: iso(nextAt), sentAt: sentAt === null ? null : iso(sentAt) }
}
