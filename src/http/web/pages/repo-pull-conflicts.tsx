import { Fault } from '../../../core/errors.ts'
import { withLineEnds } from '../../../features/contents/read-editable.ts'
import { resolveConflicts } from '../../../features/pulls/resolve-conflicts.ts'
import { viewConflicts } from '../../../features/pulls/view-conflicts.ts'
import { viewPull } from '../../../features/pulls/view-pull.ts'
import { cloneUrls } from '../clone-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { FormFields } from '../form-fields.ts'
import { done, go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { PullConflictsView } from '../views/pull-conflicts.tsx'
import { mergeCommands } from './merge-commands.ts'
import { atOf, pullRef } from './repo-pull.tsx'
import { pullHead } from './shown-pull.ts'

type Call = RepoCall<'session'>

export const repoPullConflictPages = [
  repoPage({
    method: 'GET',
    path: '/pulls/:number/conflicts',
    right: 'session',
    handle: async (call) => {
      try {
        return await showConflicts(call, [], {})
      } catch (error) {
        // It is closed by now, or its branch is gone.
        if (!(error instanceof Fault) || error.kind !== 'conflict') throw error
        return go(atOf(call), { tone: 'warning', text: `${error.message}.` })
      }
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/:number/conflicts',
    right: 'session',
    takes: 'file-text',
    handle: (call) => {
      const { app, actor, form } = call
      const typed = typedFiles(form)
      return orErrors(
        async () => {
          const files = []
          for (const { path, text, lineEnd } of typed) files.push({ path, content: await withLineEnds(text, lineEnd) })
          await resolveConflicts(app, actor, pullRef(call), {
            headSha: form.text('head_sha'),
            targetSha: form.text('target_sha'),
            files,
            keepMarkers: form.ticked('keep_markers'),
          })
          return done(`${atOf(call)}#merge`, 'The conflicts are resolved: the merge was committed to the branch.')
        },
        (errors, kind) => showConflicts(call, typed, { errors, status: statusOf(kind) }),
      )
    },
  }),
]

interface Typed {
  readonly path: string
  readonly text: string
  readonly lineEnd: 'lf' | 'crlf'
}

/** One of each for every file, in the order of the page. */
function typedFiles(form: FormFields): readonly Typed[] {
  const [texts, ends] = [form.all('content'), form.all('line_end')]
  return form.all('path').map((path, at) => ({
    path,
    text: texts[at] ?? '',
    lineEnd: ends[at] === 'crlf' ? 'crlf' : 'lf',
  }))
}

interface Shown {
  readonly errors?: FormErrors
  readonly status?: number
}

async function showConflicts(
  call: Call,
  typed: readonly Typed[],
  { errors = noErrors, status = 200 }: Shown,
): Promise<PageAnswer> {
  const { app, actor, chrome, head: repo, form } = call
  const { pull, head, target, files, why } = await viewConflicts(app, actor, pullRef(call))
  const at = atOf(call)
  if (files.length === 0 && why === null) {
    const text = Object.values(errors).join(' ') || 'There are no conflicts to resolve.'
    return go(`${at}#merge`, { tone: 'info', text })
  }
  // What was typed goes on where it was typed for these very commits; for others, it is only kept to be looked at.
  const isSame = form.text('head_sha') === head && form.text('target_sha') === target
  const texts = new Map(isSame ? typed.map(({ path, text }) => [path, text]) : [])
  return show(
    <PullConflictsView
      chrome={chrome}
      repo={repo}
      pull={pullHead(repo, await viewPull(app, actor, pullRef(call)))}
      at={at}
      head={head}
      target={target}
      files={files.map((file) => (file.kind === 'text' ? { ...file, text: texts.get(file.path) ?? file.text } : file))}
      why={why}
      sides={{ ours: pull.sourceBranch, theirs: pull.targetBranch }}
      commands={mergeCommands(pull, cloneUrls(app.config, repo).https)}
      overtaken={isSame ? [] : typed.map(({ path, text }) => ({ path, text }))}
      hasMarkers={errors['markers'] !== undefined || form.ticked('keep_markers')}
      errors={errors}
    />,
    status,
  )
}
