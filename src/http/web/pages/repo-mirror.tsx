import { conflict } from '../../../core/errors.ts'
import { iso } from '../../../core/iso-time.ts'
import { findMirrorOf } from '../../../features/mirrors/get-mirror.ts'
import { intervals, type Mirror } from '../../../features/mirrors/mirror.ts'
import { setMirror } from '../../../features/mirrors/set-mirror.ts'
import { stopFollowing } from '../../../features/mirrors/stop-following.ts'
import { syncNow } from '../../../features/mirrors/sync-mirror.ts'
import { repoUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type MirrorValues, RepoMirrorView, type ShownMirror } from '../views/repo-mirror.tsx'

type Call = RepoCall<'session'>

export const repoMirrorPages = [
  repoPage({ method: 'GET', path: '/settings/mirror', right: 'session', handle: (call) => showMirror(call, {}) }),
  repoPage({
    method: 'POST',
    path: '/settings/mirror',
    right: 'session',
    handle: (call) => {
      const { app, actor, ref, form } = call
      const values = {
        url: form.text('url').trim(),
        username: form.text('username').trim(),
        interval: form.text('interval_minutes'),
      }
      return orErrors(
        async () => {
          const intervalMinutes = Number(values.interval)
          await setMirror(app, actor, ref, { ...values, password: form.text('password'), intervalMinutes })
          return done(addressOf(call), 'The repository follows this address now.')
        },
        (errors, kind) => showMirror(call, { errors, values, status: statusOf(kind) }),
      )
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/mirror/sync',
    right: 'session',
    handle: async (call) => {
      await syncNow(call.app, call.actor, call.ref)
      return done(addressOf(call), 'It is being brought up to date.')
    },
  }),
  repoPage({
    method: 'POST',
    path: '/settings/mirror/stop',
    right: 'session',
    handle: async (call) => {
      await stopFollowing(call.app, call.actor, call.ref)
      return done(`${repoUrl(call.head)}/settings`, 'The repository follows nobody any more: it can be pushed to.')
    },
  }),
]

function addressOf({ head }: Call): string {
  return `${repoUrl(head)}/settings/mirror`
}

async function showMirror(
  call: Call,
  { errors = noErrors, values, status }: { errors?: FormErrors; values?: MirrorValues; status?: number },
): Promise<PageAnswer> {
  const { app, actor, chrome, head, ref } = call
  const mirror = await findMirrorOf(app, actor, ref)
  if (mirror === null && !head.isEmpty) throw conflict('Only an empty repository can begin to follow another')
  const { url = '', username = '', intervalMinutes = intervals.usual } = mirror ?? {}
  const shown = values ?? { url, username, interval: String(intervalMinutes) }
  const view = (
    <RepoMirrorView chrome={chrome} repo={head} mirror={mirror && shownMirror(mirror)} values={shown} errors={errors} />
  )
  return show(view, status)
}

function shownMirror({ nextAt, syncedAt, ...mirror }: Mirror): ShownMirror {
  return { ...mirror, nextAt: iso(nextAt), syncedAt: syncedAt === null ? null : iso(syncedAt) }
}
