import type { App } from '../../app.ts'
import { readYaml } from '../../ci/read-yaml.ts'
import type { Actor } from '../../core/actor.ts'
import { Pace } from '../../core/pace.ts'
import { type Page, type PageRequest, pageOf } from '../../core/page.ts'
import type { RepoRef } from '../../core/repo.ts'
import { parseRepoPath } from '../../core/repo-path.ts'
import type { Sha } from '../../core/sha.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { requireRepo } from '../access/require-repo.ts'
import { findEntry, readFolder } from '../contents/find-entry.ts'
import { findDefaultCommit } from '../refs/find-default-commit.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { formText } from './form-text.ts'
import { type FormPart, parseFormParts } from './issue-form.ts'

/** What an issue begins with. */
export interface IssueTemplate {
  readonly file: string
  readonly name: string
  readonly about: string
  readonly title: string
  readonly labels: readonly string[]
  readonly body: string
  /** Where it asks questions, each to be answered by itself; null for a text. */
  readonly form: readonly FormPart[] | null
}

/** Ours first; then where other forges have them, so that a repository that moves here keeps its own. */
const folders = ['.svc/issue_templates', ...moved('ISSUE_TEMPLATE'), ...moved('issue_template')]
const singles = ['.svc/issue_template.md', ...moved('ISSUE_TEMPLATE.md'), ...moved('issue_template.md')]
const mostTemplates = 20
const largest = 65_536
/** Of YAML. A form of a hundred questions has fewer. */
const mostTokens = 4000

type Needs = Pick<App, 'config' | 'db' | 'objects'>

function moved(name: string): readonly string[] {
  return ['.forgejo', '.gitea', '.github'].map((place) => `${place}/${name}`)
}

/** By the names of their files, from the default branch; the single one where there is no folder. */
export async function listIssueTemplates(
  app: Needs,
  actor: Actor,
  ref: RepoRef,
  request: PageRequest,
): Promise<Page<IssueTemplate>> {
  const repo = await requireRepo(app, actor, ref, { role: 'Reader', scope: 'issues:read' })
  const dir = repoDirectory(app.config, repo)
  const commit = await findDefaultCommit(app, repo)
  return pageOf(commit === null ? [] : await readTemplates(app, dir, commit), request)
}

async function readTemplates(app: Needs, dir: RepoDir, commit: Sha): Promise<readonly IssueTemplate[]> {
  const files = (await filesOfFolder(app, dir, commit)) ?? (await singleFile(app, dir, commit))
  const wanted = files
    .filter((file) => file.kind === 'file' && /\.(?:md|ya?ml)$/i.test(file.path))
    .slice(0, mostTemplates)
  const texts = await Promise.all(wanted.map((file) => readText(app, dir, file.sha)))
  const pace = new Pace()
  const read: IssueTemplate[] = []
  for (const [at, { path }] of wanted.entries()) {
    const text = texts[at] ?? null
    const template =
      text === null ? null : await pace.through(/\.md$/i.test(path) ? parseTemplate(path, text) : parseForm(path, text))
    if (template !== null) read.push(template)
  }
  return read
}

interface TemplateFile {
  readonly kind: string
  readonly sha: Sha
  readonly path: string
}

async function filesOfFolder(app: Needs, dir: RepoDir, commit: Sha): Promise<readonly TemplateFile[] | null> {
  for (const folder of folders) {
    const found = await entryAt(app, dir, commit, folder)
    if (found?.kind !== 'folder') continue
    return (await readFolder(app, dir, found.sha)).map((entry) => ({ ...entry, path: `${folder}/${entry.name}` }))
  }
  return null
}

async function singleFile(app: Needs, dir: RepoDir, commit: Sha): Promise<readonly TemplateFile[]> {
  for (const path of singles) {
    const found = await entryAt(app, dir, commit, path)
    if (found !== null) return [{ ...found, path }]
  }
  return []
}

async function entryAt(app: Needs, dir: RepoDir, commit: Sha, text: string) {
  const path = parseRepoPath(text)
  return path === null ? null : findEntry(app, dir, commit, path)
}

/** Null where it is too large, or away. */
async function readText(app: Needs, dir: RepoDir, sha: Sha): Promise<string | null> {
  const info = await app.objects.info(dir, sha)
  if (info === null || info.size > largest) return null
  return (await app.objects.read(dir, sha))?.data.toString('utf8') ?? null
}

/** Beside forms lies what configures them, which is none. */
function* parseForm(file: string, text: string): Generator<undefined, IssueTemplate | null> {
  // All of it is text: 2.10 is a version, and not 2.1.
  const fields = yield* readFields(text, 'failsafe')
  const parts: unknown = Reflect.get(fields, 'body')
  const body = formText(parts)
  return body === null ? null : { file, ...headOf(file, fields), body, form: parseFormParts(parts) }
}

/** `---`, a few fields, `---`, and then the text. Fields that cannot be read are as if they were not there. */
export function* parseTemplate(file: string, text: string): Generator<undefined, IssueTemplate> {
  const [, head, rest] = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text) ?? []
  const fields = head === undefined ? {} : yield* readFields(head)
  return { file, ...headOf(file, fields), body: (rest ?? text).trimStart(), form: null }
}

function headOf(file: string, fields: object) {
  const plainName = file
    .slice(file.lastIndexOf('/') + 1)
    .replace(/\.(?:md|ya?ml)$/i, '')
    .replaceAll(/[_-]+/g, ' ')
  return {
    name: textIn(fields, 'name') || plainName,
    about: textIn(fields, 'about') || textIn(fields, 'description'),
    title: textIn(fields, 'title'),
    labels: labelsIn(fields),
  }
}

/** Empty where it cannot be read. */
function* readFields(head: string, schema: 'core' | 'failsafe' = 'core'): Generator<undefined, object> {
  const read = yield* readYaml(head, { schema, mostTokens })
  const [document, second] = 'of' in read ? [] : read
  if (document === undefined || second !== undefined || document.errors.length > 0) return {}
  try {
    const fields: unknown = document.toJS({ maxAliasCount: 0 })
    return typeof fields === 'object' && fields !== null ? fields : {}
  } catch {
    return {}
  }
}

/** One line of at most what a title may be. */
function textIn(fields: object, name: string): string {
  const value: unknown = Reflect.get(fields, name)
  return typeof value === 'string'
    ? value
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trimStart()
        .slice(0, 255)
    : ''
}

function labelsIn(fields: object): readonly string[] {
  const value: unknown = Reflect.get(fields, 'labels')
  const names: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  return names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [])).slice(0, 20)
}
