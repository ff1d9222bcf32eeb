import { iso } from '../../../core/iso-time.ts'
import { compare } from '../../../features/diffs/compare.ts'
import { type ComparedRange, parseRange } from '../../../features/diffs/compared-range.ts'
import { openComparedDiff } from '../../../features/diffs/open-patch.ts'
import { findOpenPull } from '../../../features/pulls/find-open-pull.ts'
import { listRecentBranches } from '../../../features/pulls/list-sources.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { findRevision } from '../../../features/refs/resolve-revision.ts'
import { patchBytes } from '../../raw-bytes.ts'
import { compareUrl } from '../code-urls.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import { go, type PageAnswer, show } from '../page-route.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { CompareView } from '../views/compare.tsx'
import { linkedSummaries } from './commit-summary.ts'
import { shownDiff } from './shown-diff.ts'
import { whiteSpaceOf } from './white-space.ts'
import { withPictures } from './with-pictures.ts'

export const repoComparePages = [
  // The form without a script: it leads to the address that says the same.
  repoPage({
    method: 'GET',
    path: '/compare',
    right: 'anyone',
    handle: async (call) => {
      const { query, head, frame } = call
      const base = (query['base'] ?? '').trim()
      const other = (query['head'] ?? '').trim()
      const isDirect = query['direct'] === '1'
      if (base !== '' && other !== '') return go(compareUrl(head, base, other, isDirect))
      return choose(call, { base: base || frame.repo.defaultBranch, head: other, isDirect })
    },
  }),
  repoPage({
    method: 'GET',
    path: '/compare/*',
    right: 'anyone',
    handle: async (call) => {
      const { app, actor, ref, rest, chrome, head, frame } = call
      // One name alone is compared with the default branch.
      const asked = parseRange(rest) ?? { base: frame.repo.defaultBranch, head: rest, isDirect: false }
      const { base, head: other, isDirect } = asked
      // A branch may be called so.
      if (other.endsWith('.diff') && (await findRevision(app, frame.repo, other)) === null) {
        const sides = { ...asked, head: other.slice(0, -'.diff'.length) }
        return { kind: 'bytes', bytes: patchBytes(await openComparedDiff(app, actor, ref, sides)) }
      }
      const errors = await unknownRefs(call, asked)
      if (errors !== null) return choose(call, { ...asked, errors })
      const range = `${base}${isDirect ? '..' : '...'}${other}`
      const path = compareUrl(head, base, other, isDirect)
      const { ignoreSpace, kept, choice } = whiteSpaceOf(path, call.query)
      const [found, refs, pull] = await Promise.all([
        compare(app, actor, ref, { range, ignoreSpace }),
        listRefNames(app, actor, ref),
        findOpenPull(app, frame.repo, { source: other, target: base }),
      ])
      const from = isDirect ? found.base : (found.mergeBase ?? found.base)
      const ends = { repo: head, base: from, head: found.head }
      return show(
        <CompareView
          chrome={chrome}
          repo={head}
          refs={refs}
          base={base}
          head={other}
          isDirect={isDirect}
          found={{
            sha: found.head,
            hasCommonBase: found.mergeBase !== null,
            ahead: found.ahead,
            behind: found.behind,
            pull,
            commits: found.commits.map(await linkedSummaries(call, frame.repo, found.commits)),
            diff: {
              ...withPictures(await shownDiff(call, found.files, path, { head: found.head, kept }), ends),
              stats: found.stats,
              space: choice,
              texts: { Diff: `${path}.diff` },
            },
          }}
        />,
      )
    },
  }),
]

type Call = RepoCall<'anyone'>

/** The form as it was filled in, with branches to choose from. */
async function choose(call: Call, { errors, ...sides }: ComparedRange & { errors?: FormErrors }): Promise<PageAnswer> {
  const { app, actor, ref, frame, chrome, head } = call
  const [refs, offered] = await Promise.all([listRefNames(app, actor, ref), listRecentBranches(app, frame.repo)])
  return show(
    <CompareView
      chrome={chrome}
      repo={head}
      refs={refs}
      {...sides}
      errors={errors ?? noErrors}
      found={null}
      offered={offered.map(({ name, pushedAt }) => ({ name, at: iso(pushedAt) }))}
    />,
    errors === undefined ? 200 : 404,
  )
}

/** Null where both are there. */
async function unknownRefs({ app, frame }: Call, sides: ComparedRange): Promise<FormErrors | null> {
  const [base, head] = await Promise.all([sides.base, sides.head].map((name) => findRevision(app, frame.repo, name)))
  if (base !== null && head !== null) return null
  const why = 'There is no such branch, tag or commit.'
  return { ...(base === null && { base: why }), ...(head === null && { head: why }) }
}
