import { compare } from '../../../features/diffs/compare.ts'
import { openComparedDiff } from '../../../features/diffs/open-patch.ts'
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
import { iso } from './page-info.ts'
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
      if (base !== '' && other !== '') return go(compareUrl(head, base, other))
      return choose(call, { base: base || frame.repo.defaultBranch, head: other })
    },
  }),
  repoPage({
    method: 'GET',
    path: '/compare/*',
    right: 'anyone',
    handle: async (call) => {
      const { app, actor, ref, rest, chrome, head, frame } = call
      // One name alone is compared with the default branch.
      const [base, other] = rest.includes('...') ? cutAt(rest, '...') : [frame.repo.defaultBranch, rest]
      // A branch may be called so.
      if (other.endsWith('.diff') && (await findRevision(app, frame.repo, other)) === null) {
        const asked = { base, head: other.slice(0, -'.diff'.length) }
        return { kind: 'bytes', bytes: patchBytes(await openComparedDiff(app, actor, ref, asked)) }
      }
      const errors = await unknownRefs(call, { base, head: other })
      if (errors !== null) return choose(call, { base, head: other, errors })
      const range = `${base}...${other}`
      const path = compareUrl(head, base, other)
      const { ignoreSpace, kept, choice } = whiteSpaceOf(path, call.query)
      const [found, refs] = await Promise.all([
        compare(app, actor, ref, { range, ignoreSpace }),
        listRefNames(app, actor, ref),
      ])
      const ends = { repo: head, base: found.mergeBase ?? found.base, head: found.head }
      return show(
        <CompareView
          chrome={chrome}
          repo={head}
          refs={refs}
          base={base}
          head={other}
          found={{
            sha: found.head,
            hasCommonBase: found.mergeBase !== null,
            ahead: found.ahead,
            behind: found.behind,
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

interface Sides {
  readonly base: string
  readonly head: string
}

/** The form as it was filled in, with branches to choose from. */
async function choose(call: Call, { errors, ...sides }: Sides & { errors?: FormErrors }): Promise<PageAnswer> {
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
async function unknownRefs({ app, frame }: Call, sides: Sides): Promise<FormErrors | null> {
  const [base, head] = await Promise.all([sides.base, sides.head].map((name) => findRevision(app, frame.repo, name)))
  if (base !== null && head !== null) return null
  const why = 'There is no such branch, tag or commit.'
  return { ...(base === null && { base: why }), ...(head === null && { head: why }) }
}

function cutAt(text: string, sign: string): readonly [string, string] {
  const at = text.indexOf(sign)
  return [text.slice(0, at), text.slice(at + sign.length)]
}
