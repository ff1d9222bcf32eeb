import { shortSha } from '../../../core/sha.ts'
import {
  type CarriedCommit,
  type CarryWay,
  carryCommit,
  carryWays,
  openCarry,
} from '../../../features/commits/carry-commit.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { commitUrl } from '../code-urls.ts'
import { noErrors } from '../components/form-errors.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import { done, type PageAnswer, show } from '../page-route.ts'
import { newPullUrl } from '../pull-urls.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type CarryCommitProps, CarryCommitView, type CarryValues } from '../views/carry-commit.tsx'
import { readCommit, typedCommit } from './commit-form.ts'
import { linkedSummaries } from './commit-summary.ts'

type Call = RepoCall<'session'>

export const repoCarryCommitPages = carryWays.flatMap((way) => [
  repoPage({
    method: 'GET',
    path: `/${way}/:sha`,
    right: 'session',
    handle: async (call) => ask(call, way, await opened(call, way), {}),
  }),
  repoPage({
    method: 'POST',
    path: `/${way}/:sha`,
    right: 'session',
    takes: 'prose',
    handle: async (call) => {
      const { app, actor, ref, form, head } = call
      const carried = await opened(call, way)
      const branch = form.text('branch')
      const values = { ...typedCommit(form), branch }
      return orErrors(
        async () => {
          const input = { ...readCommit(branch, values), way, commit: carried.commit.sha }
          const made = await carryCommit(app, actor, ref, input)
          const next = made.branch === branch ? commitUrl(head, made.sha) : newPullUrl(head, branch, made.branch)
          return done(next, `Committed to ${made.branch} as ${shortSha(made.sha)}.`)
        },
        (errors, kind) => ask(call, way, carried, { values, errors, status: statusOf(kind) }),
      )
    },
  }),
])

function opened({ app, actor, ref, params }: Call, way: CarryWay): Promise<CarriedCommit> {
  return openCarry(app, actor, ref, { way, commit: params['sha'] ?? '' })
}

type Shown = Partial<Pick<CarryCommitProps, 'values' | 'errors'> & { readonly status: number }>

async function ask(
  call: Call,
  way: CarryWay,
  { repo, commit, message }: CarriedCommit,
  { values: typed, errors = noErrors, status = 200 }: Shown,
): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  const [{ branches }, summaryOf] = await Promise.all([
    listRefNames(app, actor, ref),
    linkedSummaries(call, repo, [commit]),
  ])
  const usual: CarryValues = {
    branch: repo.defaultBranch,
    message,
    target: 'new',
    new_branch: `${way}-${shortSha(commit.sha)}`,
  }
  const values = typed ?? usual
  return show(
    <CarryCommitView
      chrome={chrome}
      repo={head}
      way={way}
      commit={summaryOf(commit)}
      isMerge={commit.parents.length > 1}
      branches={[...new Set([...branches.names, values.branch])]}
      hasMore={branches.total > branches.names.length}
      values={values}
      errors={errors}
    />,
    status,
  )
}
