import { Fault } from '../../../core/errors.ts'
import { compare } from '../../../features/diffs/compare.ts'
import { createPull } from '../../../features/pulls/create-pull.ts'
import { foreseePull } from '../../../features/pulls/foresee-pull.ts'
import { type ForkOffers, listForkOffers } from '../../../features/pulls/list-fork-offers.ts'
import { listForkBranches, listOfferedBranches, type OfferedBranch } from '../../../features/pulls/list-sources.ts'
import { type Preview, previewPull } from '../../../features/pulls/preview-pull.ts'
import { readPullTemplate } from '../../../features/pulls/pull-template.ts'
import { listRefNames } from '../../../features/refs/list-ref-names.ts'
import { suggestReviewers } from '../../../features/reviews/suggest-reviewers.ts'
import { type FormErrors, noErrors } from '../components/form-errors.tsx'
import type { OfferedPerson } from '../components/people-picker.tsx'
import type { ShownText } from '../components/shown-text.tsx'
import { orErrors, statusOf } from '../form-errors.ts'
import type { RepoHead } from '../layout/repo-frame.tsx'
import { go, type PageAnswer, show } from '../page-route.ts'
import { newPullUrl, pullsUrl, pullUrl, upstreamPullUrl } from '../pull-urls.ts'
import { type RepoCall, repoPage } from '../repo-page.ts'
import { type NewPullValues, type PullNewProps, PullNewView } from '../views/pull-new.tsx'
import { commitSummary, linkedSummaries } from './commit-summary.ts'
import { shownDiff } from './shown-diff.ts'
import { shownSuggestion } from './shown-pull.ts'
import { previewOf } from './thread-actions.tsx'
import {
  choicesOf,
  chosenIn,
  nothingChosen,
  offeredPeople,
  pickedPeople,
  suggestAt,
  typedChoices,
} from './thread-choices.ts'

export const repoPullNewPages = [
  repoPage({
    method: 'GET',
    path: '/pulls/new',
    right: 'session',
    handle: (call) => {
      const { query, frame, head } = call
      // What is done in a fork is usually meant for where it was forked from; the form there leads back.
      const upstream = head.can.push && query['source'] === undefined ? upstreamPullUrl(head, '') : null
      if (upstream !== null && query['target'] === undefined) return Promise.resolve(go(upstream))
      const values = { ...noPull, source: query['source'] ?? '', target: query['target'] ?? frame.repo.defaultBranch }
      return showNew(call, values, { isNew: true })
    },
  }),
  repoPage({
    method: 'POST',
    path: '/pulls/new',
    right: 'session',
    takes: 'prose',
    handle: async (call) => {
      const { app, actor, ref, form, head } = call
      const values: NewPullValues = {
        source: form.text('source'),
        target: form.text('target'),
        title: form.text('title'),
        body: form.text('body').replaceAll('\r\n', '\n'),
        draft: form.ticked('draft'),
        reviewers: form.all('reviewer'),
        reviewersTyped: form.text('reviewers'),
        ...typedChoices(form),
      }
      const preview = await previewOf(call, values.body)
      if (preview !== undefined) return showNew(call, values, { preview })
      return orErrors(
        async () => {
          const { title, body, source: sourceBranch, target: targetBranch, draft: isDraft } = values
          const reviewers = pickedPeople(form, 'reviewer')
          const input = { title, body, sourceBranch, targetBranch, isDraft, reviewers, ...chosenIn(form) }
          const { number } = await createPull(app, actor, ref, input)
          return go(pullUrl({ ...head, number }))
        },
        (errors, kind) => showNew(call, values, { errors, status: statusOf(kind) }),
      )
    },
  }),
]

const noPull: NewPullValues = {
  source: '',
  target: '',
  title: '',
  body: '',
  draft: false,
  reviewers: [],
  reviewersTyped: '',
  ...nothingChosen,
}

interface Shown {
  readonly errors?: FormErrors
  readonly preview?: ShownText
  readonly status?: number
  /** Nothing was typed yet, so it is filled in; a form that came back stays as it was sent. */
  readonly isNew?: boolean
}

async function showNew(
  call: RepoCall<'session'>,
  values: NewPullValues,
  { errors = noErrors, preview, status = 200, isNew = false }: Shown,
): Promise<PageAnswer> {
  const { app, actor, ref, chrome, head } = call
  const { repo } = call.frame
  const [{ branches }, forks, { found, problem }, own, ofForks] = await Promise.all([
    listRefNames(app, actor, ref),
    listForkBranches(app, actor, ref),
    lookAt(call, values),
    listOfferedBranches(app, actor, { repo, branch: values.target }),
    listForkOffers(app, actor, repo, values.target),
  ])
  const offered = [...ofForks.flatMap(namedOffers), ...own]
  const path = `${pullsUrl(head)}/new`
  const kept = { target: values.target, source: values.source }
  const foreseen = found && (await foreseePull(app, repo, { ...found, targetBranch: values.target }, found))
  const filled = isNew && found !== null ? { ...values, ...(await beginning(call, values, found)) } : values
  return show(
    <PullNewView
      chrome={chrome}
      repo={head}
      branches={branches.names}
      sources={[...new Set([...offered.map(({ name }) => name), ...forks, ...branches.names])]}
      values={filled}
      offered={
        values.source !== ''
          ? []
          : offered.map(({ name, pushedAt }) => ({ name, at: new Date(pushedAt).toISOString() }))
      }
      elsewhere={elsewhereOf(head, values.source, ofForks)}
      errors={errors}
      preview={preview}
      problem={problem}
      taken={foreseen?.taken ?? null}
      conflicts={foreseen?.conflicts ?? null}
      hasForm={!isNew || foreseen?.taken == null}
      reviewers={found === null ? [] : await reviewersFor(call, found)}
      peopleAt={suggestAt(ref, 'pull', 'person')}
      choices={found !== null && head.can.work ? await choicesOf(call, 'pull') : null}
      found={
        found === null
          ? null
          : {
              repo: { owner: found.source.owner, slug: found.source.repo },
              sha: found.head,
              commits: found.commits.map(await linkedSummaries(call, repo, found.commits)),
              diff: {
                ...(await shownDiff({ ...call, ref: found.source }, found.files, path, { head: found.head, kept })),
                stats: found.stats,
              },
            }
      }
    />,
    status,
  )
}

/** What the only commit says; below it what the repository wants to be told. */
async function beginning(
  { app, frame }: RepoCall<'session'>,
  { source }: NewPullValues,
  { commits }: Found,
): Promise<Pick<NewPullValues, 'title' | 'body'>> {
  const [first, ...others] = commits
  const only = first !== undefined && others.length === 0 ? commitSummary(first) : null
  const texts = [only?.body ?? '', await readPullTemplate(app, frame.repo)]
  return { title: only?.title ?? titleOf(source), body: texts.filter((text) => text !== '').join('\n\n') }
}

/** As a form takes them: of a repository that is named. */
function namedOffers({ fork, branches }: ForkOffers): readonly OfferedBranch[] {
  return branches.map((branch) => ({ ...branch, name: `${fork.owner}/${fork.slug}:${branch.name}` }))
}

/** The other repository of a fork and where it came from. */
function elsewhereOf(head: RepoHead, source: string, forks: readonly ForkOffers[]): PullNewProps['elsewhere'] {
  const above = source.includes(':') ? null : upstreamPullUrl(head, source)
  if (above !== null && head.source !== null) return { name: `${head.source.owner}/${head.source.slug}`, href: above }
  const fork = forks.map((one) => one.fork).find(({ owner, slug }) => `${owner}/${slug}:` === prefixOf(source))
  const [first] = source === '' ? forks.map((one) => one.fork) : []
  const meant = fork ?? first
  if (meant === undefined) return null
  const name = `${meant.owner}/${meant.slug}`
  return { name, href: newPullUrl(meant, meant.defaultBranch, source.slice(prefixOf(source).length)) }
}

function prefixOf(source: string): string {
  return source.slice(0, source.indexOf(':') + 1)
}

/** Who knows the files, then everybody else who could look at it. */
async function reviewersFor(call: RepoCall<'session'>, { base: target, head, files }: Found): Promise<OfferedPerson[]> {
  const changes = { target, head, files, without: [call.actor.user.id] }
  const [suggested, people] = await Promise.all([
    suggestReviewers(call.app, call.frame.repo, changes),
    offeredPeople(call, 'pull'),
  ])
  const first = suggested.map(shownSuggestion)
  const known = new Set([call.actor.user.username, ...first.map(({ username }) => username)])
  return [...first, ...people.filter(({ username }) => !known.has(username))]
}

/** `feature/tongs-2` → `Feature/tongs 2`: better than nothing. */
function titleOf(source: string): string {
  const name = source.slice(source.indexOf(':') + 1).replaceAll(/[-_]+/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

type Found = Omit<Preview, 'mergeBase' | 'ahead'>

type Looked = {
  readonly found: Found | null
  readonly problem: string | null
}

async function lookAt(
  { app, actor, ref, frame }: RepoCall<'session'>,
  { source, target }: NewPullValues,
): Promise<Looked> {
  if (source === '' || target === '') return { found: null, problem: 'Choose the source branch.' }
  try {
    const range = `${target}...${source}`
    const found = source.includes(':')
      ? await previewPull(app, actor, ref, { source, target })
      : {
          ...(await compare(app, actor, ref, { range })),
          source: ref,
          sourceRepoId: frame.repo.id,
          sourceBranch: source,
        }
    if (found.ahead > 0) return { found, problem: null }
    return { found: null, problem: `${target} already contains everything in ${source}.` }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.kind === 'unavailable') return { found: null, problem: `${error.message}.` }
    return { found: null, problem: `There is no ${source} to merge into ${target}.` }
  }
}
