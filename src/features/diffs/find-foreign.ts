import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { matchesPattern } from '../../core/match-pattern.ts'
import { Pace } from '../../core/pace.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseRepoPath } from '../../core/repo-path.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { getRepo } from '../repos/get-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { type Foreign, foreignByName } from './generated-names.ts'

const attributesName = '.gitattributes'
const largest = 64 * 1024
const mostRules = 200
const longestLine = 500
const mostFolders = 200
/** Then names alone have to do: it only decides what is folded. */
const patienceMs = 300

type Needs = Pick<App, 'objects'>

interface Rule {
  readonly pattern: string
  readonly kind: Foreign
  readonly isSo: boolean
}

/**
 * Which of some files nobody needs to read line by line: by their names, and by what the repository itself says in its
 * .gitattributes (`linguist-generated`, `linguist-vendored`), which also says where the names are wrong.
 */
export async function findForeign(
  app: Needs & Pick<App, 'config' | 'db'>,
  actor: Actor,
  ref: RepoRef,
  { head, paths }: { readonly head: Sha; readonly paths: readonly string[] },
): Promise<ReadonlyMap<string, Foreign>> {
  const dir = repoDirectory(app.config, await getRepo(app, actor, ref))
  const rules = await readRules(app, dir, head, foldersAbove(paths))
  const found = new Map<string, Foreign>()
  const pace = new Pace(patienceMs)
  for (const path of paths) {
    const kind = (await pace.isOver()) ? foreignByName(path) : foreignBy(rules, path)
    if (kind !== null) found.set(path, kind)
  }
  return found
}

function foreignBy(rules: readonly (Rule & { readonly folder: string })[], path: string): Foreign | null {
  const said = new Map<Foreign, boolean>()
  for (const { folder, pattern, kind, isSo } of rules) {
    if (!path.startsWith(folder)) continue
    const inside = path.slice(folder.length)
    const name = inside.slice(inside.lastIndexOf('/') + 1)
    if (pattern.includes('/') ? matchesPattern(pattern.replace(/^\//, ''), inside) : matchesPattern(pattern, name)) {
      said.set(kind, isSo)
    }
  }
  if (said.get('generated') === true) return 'generated'
  if (said.get('vendored') === true) return 'vendored'
  const named = foreignByName(path)
  return named === null || said.get(named) === false ? null : named
}

/** Of the folders given, outermost first: whoever is closer to a file has the last word. */
async function readRules(
  app: Needs,
  dir: RepoDir,
  head: Sha,
  folders: readonly string[],
): Promise<readonly (Rule & { readonly folder: string })[]> {
  const rules = await Promise.all(
    folders.map(async (folder) => {
      const path = parseRepoPath(`${folder}${attributesName}`)
      const info = path === null ? null : await app.objects.infoAt(dir, head, path)
      return info?.type === 'blob' ? readAttributes(app, dir, { sha: info.sha, folder }) : []
    }),
  )
  return rules.flat().slice(-mostRules)
}

async function readAttributes(
  app: Needs,
  dir: RepoDir,
  { sha, folder }: { readonly sha: Sha; readonly folder: string },
): Promise<readonly (Rule & { readonly folder: string })[]> {
  const info = await app.objects.info(dir, sha)
  if (info === null || info.size > largest) return []
  const object = await app.objects.read(dir, sha)
  const rules = object === null ? [] : object.data.toString('utf8').split('\n').flatMap(rulesOf)
  return rules.map((rule) => ({ ...rule, folder }))
}

/** `dist/** linguist-generated`, `-linguist-generated`, `linguist-generated=false`. */
function rulesOf(line: string): readonly Rule[] {
  const [pattern = '', ...words] = line.trim().split(/\s+/)
  if (pattern === '' || /^[#[!]/.test(pattern) || line.length > longestLine) return []
  return words.flatMap((word): Rule[] => {
    const [, minus, kind, value = 'true'] = /^([-!]?)linguist-(generated|vendored)(?:=(\w+))?$/.exec(word) ?? []
    if (kind !== 'generated' && kind !== 'vendored') return []
    return [{ pattern, kind, isSo: minus === '' && value !== 'false' }]
  })
}

/** `''`, `src/`, `src/core/`. */
function foldersAbove(paths: readonly string[]): readonly string[] {
  const folders = new Set([''])
  for (const path of paths) {
    for (let cut = path.indexOf('/'); cut !== -1 && folders.size < mostFolders; cut = path.indexOf('/', cut + 1)) {
      folders.add(path.slice(0, cut + 1))
    }
  }
  return [...folders].toSorted((a, b) => a.length - b.length)
}
