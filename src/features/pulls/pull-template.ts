import type { App } from '../../app.ts'
import { decodeText } from '../../core/decode-text.ts'
import { Pace } from '../../core/pace.ts'
import type { Repo } from '../../core/repo.ts'
import type { TreeEntry } from '../../git/parse-tree.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { readFolder, treeOf } from '../contents/find-entry.ts'
import { parseTemplate } from '../issues/issue-templates.ts'
import { findDefaultCommit } from '../refs/find-default-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'

/** Ours first; then where other forges have it, so that a repository that moves here keeps its own. In any case. */
const places = [
  '.svc/pull_request_template.md',
  '.forgejo/pull_request_template.md',
  '.gitea/pull_request_template.md',
  '.github/pull_request_template.md',
  '.gitlab/merge_request_templates/default.md',
  'pull_request_template.md',
  'docs/pull_request_template.md',
]
/** A larger one could not be sent as the text of a pull request. */
const largest = 65_536

type Needs = Pick<App, 'config' | 'db' | 'objects'>

/** What the text of a pull request into this repository begins with, from its default branch; '' for nothing. */
export async function readPullTemplate(app: Needs, repo: Repo): Promise<string> {
  const commit = await findDefaultCommit(app, repo)
  if (commit === null) return ''
  const dir = repoDirectory(app.config, repo)
  // Some have a hundred thousand entries at the top: they are taken apart once, not for every place.
  const top = await readFolder(app, dir, await treeOf(app, dir, commit))
  for (const place of places) {
    const file = await findInAnyCase(app, dir, top, place.split('/'))
    if (file !== null) return readText(app, dir, file)
  }
  return ''
}

async function findInAnyCase(
  app: Needs,
  dir: RepoDir,
  entries: readonly TreeEntry[],
  [name, ...rest]: readonly string[],
): Promise<TreeEntry | null> {
  const isMeant = rest.length > 0 ? isFolder : isFile
  const found = entries.find((one) => one.name.toLowerCase() === name && isMeant(one))
  if (found === undefined || rest.length === 0) return found ?? null
  return findInAnyCase(app, dir, await readFolder(app, dir, found.sha), rest)
}

function isFolder({ kind }: TreeEntry): boolean {
  return kind === 'folder'
}

function isFile({ kind }: TreeEntry): boolean {
  return kind === 'file' || kind === 'executable'
}

async function readText(app: Needs, dir: RepoDir, { sha, name }: TreeEntry): Promise<string> {
  const info = await app.objects.info(dir, sha)
  if (info === null || info.size > largest) return ''
  const object = await app.objects.read(dir, sha)
  if (object === null) return ''
  const { body } = await new Pace().through(parseTemplate(name, decodeText(object.data)))
  return body.trimEnd()
}
