import { Readable } from 'node:stream'
import { parseRecordId } from '../../../core/record-id.ts'
import { previewText } from '../../../features/references/preview-text.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { createRelease } from '../../../features/releases/create-release.ts'
import type { NewAsset } from '../../../features/releases/new-assets.ts'
import { getRelease } from '../../../features/releases/read-releases.ts'
import { type Release, textOfRelease } from '../../../features/releases/release.ts'
import type { ReleaseInput } from '../../../features/releases/release-input.ts'
import { openForReleases } from '../../../features/releases/require-release.ts'
import { updateRelease } from '../../../features/releases/update-release.ts'
import { writeNotes } from '../../../features/releases/write-notes.ts'
import { nameText } from '../../../features/threads/name-text.ts'
import { releaseUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { shownText } from '../components/shown-text.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type ReleaseFormValues, ReleaseFormView } from '../views/release-form.tsx'
import { nothingSeen, orOvertaken, type Seen, seenOrNot } from './or-overtaken.ts'
import { shownAssets } from './shown-release.ts'

type Call = RepoCall<'session'>

const noRelease = { tag_name: '', target: '', name: '', body: '', draft: false, prerelease: false }

export const repoReleaseEditPages = [
  repoPage({
    method: 'GET',
    path: '/releases/new',
    right: 'session',
    handle: (call) => {
      const values = { ...noRelease, tag_name: call.query['tag'] ?? '' }
      return showForm(call, null, values, { errors: noErrors, status: 200 })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/releases/new',
    right: 'session',
    takes: 'files',
    handle: (call) => {
      const values = typedRelease(call.form)
      if (call.form.ticked('preview')) return showPreview(call, null, values)
      if (call.form.ticked('notes')) return showNotes(call, null, values)
      return orErrors(
        async () => {
          const input = { ...inputOf(values), tagName: values.tag_name, assets: filesIn(call.form) }
          return after(call, await createRelease(call.app, call.actor, call.ref, input))
        },
        (errors, kind) => showForm(call, null, values, { errors: withFiles(call, errors), status: statusOf(kind) }),
      )
    },
  }),
  repoPage({
    method: 'GET',
    path: '/releases/:id/edit',
    right: 'session',
    handle: async (call) => {
      const release = await getRelease(call.app, call.actor, call.ref, idOf(call))
      const seen = nameText(textOfRelease(release))
      return showForm(call, release, savedRelease(release), { errors: noErrors, status: 200, seen })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/releases/:id/edit',
    right: 'session',
    takes: 'files',
    handle: async (call) => {
      const { app, actor, ref } = call
      const release = await getRelease(app, actor, ref, idOf(call))
      const values = typedRelease(call.form)
      if (call.form.ticked('preview')) return showPreview(call, release, values)
      if (call.form.ticked('notes')) return showNotes(call, release, values)
      const seen = call.form.text('seen')
      const save = async (): Promise<PageAnswer> => {
        const changes = { ...inputOf(values), assets: filesIn(call.form) }
        const id = { uuid: release.uuid }
        return after(call, await updateRelease(app, actor, ref, { id, changes, seen: seenOrNot(seen) }))
      }
      return orErrors(
        () =>
          orOvertaken(save, (now, status) =>
            showForm(call, release, values, { ...now, errors: withFiles(call, noErrors), status }),
          ),
        (errors, kind) =>
          showForm(call, release, values, { errors: withFiles(call, errors), status: statusOf(kind), seen }),
      )
    },
  }),
]

async function showPreview(call: Call, release: Release | null, values: ReleaseFormValues): Promise<PageAnswer> {
  const preview = shownText(values.body, await previewText(call.app, call.actor, call.ref, values.body))
  const seen = call.form.text('seen')
  return showForm(call, release, values, { errors: withFiles(call, noErrors), status: 200, preview, seen })
}

/** The form comes back with them below what was typed. Nothing is saved. */
function showNotes(call: Call, release: Release | null, values: ReleaseFormValues): Promise<PageAnswer> {
  const { tagName, target, isPrerelease } = inputOf(values)
  const seen = call.form.text('seen')
  return orErrors(
    async () => {
      const wanted = { tagName, target, isPrerelease }
      const { body: notes } = await writeNotes(call.app, call.actor, call.ref, wanted)
      const filled = { ...values, body: withNotes(values.body, notes) }
      const errors = notes === '' ? { body: 'No pull request was merged yet.' } : noErrors
      return showForm(call, release, filled, { errors: withFiles(call, errors), status: 200, seen })
    },
    (errors, kind) =>
      showForm(call, release, values, { errors: withFiles(call, errors), status: statusOf(kind), seen }),
  )
}

/** Who asks twice has them once. */
function withNotes(typed: string, notes: string): string {
  if (typed.trim() === '') return notes
  return typed.includes(notes.trim()) ? typed : `${typed.trimEnd()}\n\n${notes}`
}

function filesIn(form: FormFields): readonly NewAsset[] {
  return form.files('files').map(({ name, bytes }) => ({ name, stream: Readable.from([bytes]) }))
}

/** A browser never gives files back: whoever chose some has to hear that they are gone. */
function withFiles({ form }: Call, errors: FormErrors): FormErrors {
  if (form.files('files').length === 0) return errors
  return { ...errors, files: [errors['files'], 'Choose the files again.'].filter(Boolean).join(' ') }
}

function idOf({ params }: Call) {
  return parseRecordId(params['id'] ?? '')
}

function after({ head }: Call, release: Release): PageAnswer {
  const said = release.isDraft ? 'saved as a draft' : 'saved'
  return done(releaseUrl(head, release.tagName), `The release of ${release.tagName} was ${said}.`)
}

function typedRelease(form: FormFields): ReleaseFormValues {
  return {
    tag_name: form.text('tag_name').trim(),
    target: form.text('target').trim(),
    name: form.text('name'),
    body: form.text('body').replaceAll('\r\n', '\n'),
    draft: form.ticked('draft'),
    prerelease: form.ticked('prerelease'),
  }
}

function savedRelease(release: Release): ReleaseFormValues {
  return {
    tag_name: release.tagName,
    target: release.target ?? '',
    name: release.name,
    body: release.body,
    draft: release.isDraft,
    prerelease: release.isPrerelease,
  }
}

function inputOf(values: ReleaseFormValues): ReleaseInput & { readonly tagName: string } {
  const { tag_name: tagName, target, name, body, draft: isDraft, prerelease: isPrerelease } = values
  return { tagName, target: target === '' ? undefined : target, name, body, isDraft, isPrerelease }
}

async function showForm(
  { app, actor, ref, frame, chrome, head }: Call,
  release: Release | null,
  values: ReleaseFormValues,
  { errors, status, preview, ...said }: { errors: FormErrors; status: number; preview?: ShownText } & Partial<Seen>,
): Promise<PageAnswer> {
  // Whoever may only read gets no further than the list.
  await openForReleases(app, actor, ref, 'write')
  const { branches, tags } = await listRefNames(app, actor, ref)
  const api = `${app.config.BASE_URL.replace(/\/+$/, '')}/api/v1/repos/${ref.owner}/${ref.repo}`
  const existing = release && { id: release.uuid, assets: shownAssets(frame.repo, release) }
  return show(
    <ReleaseFormView
      chrome={chrome}
      repo={head}
      tags={tags.names}
      branches={branches.names}
      defaultBranch={frame.repo.defaultBranch}
      values={values}
      {...nothingSeen}
      {...said}
      errors={errors}
      existing={existing}
      apiUrl={`${api}/releases`}
      mostBytes={app.config.MAX_ASSET_BYTES}
      preview={preview}
    />,
    status,
  )
}
