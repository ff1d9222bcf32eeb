import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { queueOf } from '../../core/queue-of.ts'
import type { Repo, RepoRef } from '../../core/repo.ts'
import type { Sha } from '../../core/sha.ts'
import { type FoundText, searchText, type TextQuestion } from '../../git/search-text.ts'
import { openRevision } from '../contents/open-revision.ts'
import { findDefaultCommit } from '../refs/find-default-commit.ts'
import { listVisibleRepos } from '../repos/list-repos.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects' | 'turns'>

export interface CodeFound extends FoundText {
  readonly repo: Repo
  /** As it stands in the address of a page. */
  readonly revision: string
}

export interface CodeFoundEverywhere {
  readonly found: readonly CodeFound[]
  /** Of `visible` repositories, so many were looked through before the time was over. */
  readonly searched: number
  readonly visible: number
}

const patienceMs = 5000
const wholePatienceMs = 4000
const mostRepos = 200
const mostFiles = 60
const filesEach = 8
/** What was cut short because the machine was busy is tried again. */
const tryAgainMs = 60_000

/** The lines of a repository that hold a text, at a branch, a tag or a commit; nothing stands for the default branch. */
export async function searchCode(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  { question, revision }: { readonly question: TextQuestion; readonly revision: string | undefined },
): Promise<CodeFound> {
  const open = await openRevision(app, actor, ref, revision)
  const found = await app.turns.search.run(queueOf(actor), () =>
    searchCommit(app, open.repo, open.revision.sha, { ...question, timeoutMs: patienceMs }),
  )
  return { ...found, repo: open.repo, revision: open.revision.address }
}

/** The same in the default branches of all that somebody may see, last touched first, for as long as there is time. */
export function searchCodeEverywhere(app: Needs, actor: Actor, question: TextQuestion): Promise<CodeFoundEverywhere> {
  return app.turns.search.run(queueOf(actor), async () => {
    const { items: repos, total } = await listVisibleRepos(app, actor, { page: 1, perPage: mostRepos })
    const ends = performance.now() + wholePatienceMs
    const found: CodeFound[] = []
    let searched = 0
    let files = 0
    for (const repo of repos) {
      const left = ends - performance.now()
      if (left <= 0 || files >= mostFiles) break
      searched += 1
      const commit = repo.isEmpty ? null : await findDefaultCommit(app, repo)
      if (commit === null) continue
      const here = await searchCommit(app, repo, commit, { ...question, timeoutMs: left })
      if (here.files.length === 0) continue
      files += Math.min(here.files.length, filesEach)
      const isPartial = here.isPartial || here.files.length > filesEach
      found.push({ repo, revision: repo.defaultBranch, files: here.files.slice(0, filesEach), isPartial })
    }
    return { found, searched, visible: total }
  })
}

/** Kept by the commit: going back to a page of results asks git nothing. What is partial is looked for again by and by. */
function searchCommit(
  app: Needs,
  repo: Repo,
  commit: Sha,
  question: TextQuestion & { readonly timeoutMs: number },
): Promise<FoundText> {
  const dir = repoDirectory(app.config, repo)
  const attempt = Math.floor(app.clock.now() / tryAgainMs)
  const key = ['text', commit, question.text, question.path, question.matchCase ? 1 : 0]
  const kind = { attempt, isWhole: ({ isPartial }: FoundText) => !isPartial, sizeOf }
  return app.kept.ofWhole(dir, key, kind, () => searchText(app.git, dir, commit, question))
}

function sizeOf({ files }: FoundText): number {
  return files.reduce(
    (sum, { path, lines }) => sum + path.length + lines.reduce((all, { text }) => all + text.length + 40, 40),
    0,
  )
}
