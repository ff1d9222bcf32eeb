import { requireSha, type Sha } from '../core/sha.ts'

export type ConflictReason =
  | 'content'
  | 'add/add'
  | 'binary'
  | 'modify/delete'
  | 'rename/rename'
  | 'rename/delete'
  | 'rename/add'
  | 'file/directory'
  | 'distinct types'
  | 'directory rename'
  /** Of a folder whose files went to several places: where new ones belong cannot be told. */
  | 'directory split'
  | 'submodule'
  | 'other'

export interface ConflictedFile {
  readonly path: string
  readonly reason: ConflictReason
}

export interface ParsedMerge {
  readonly tree: Sha
  readonly files: readonly ConflictedFile[]
  /** The files whose lines were put together, as bytes, one character each. */
  readonly mixed: readonly string[]
}

/** Git's own names for what happened. More than one can be said of a file: the first that fits wins. */
const reasons: readonly (readonly [RegExp, ConflictReason])[] = [
  [/submodule/, 'submodule'],
  [/\(binary\)/, 'binary'],
  [/modify\/delete/, 'modify/delete'],
  [/rename\/rename/, 'rename/rename'],
  [/rename\/delete/, 'rename/delete'],
  [/rename involved in collision/, 'rename/add'],
  [/file\/directory/, 'file/directory'],
  [/distinct (modes|types)/, 'distinct types'],
  [/unclear split/, 'directory split'],
  [/directory rename/, 'directory rename'],
  [/\(contents?\)/, 'content'],
]

/**
 * What `git merge-tree -z --name-only --messages` says: the tree; the files in conflict; an empty field; then messages,
 * each a number, so many paths, a kind and a sentence. Names of files may hold any byte but NUL.
 */
export function parseMerge(output: Buffer, labels: readonly Sha[]): ParsedMerge {
  const [tree = '', ...fields] = output.toString('latin1').split('\0')
  const end = fields.indexOf('')
  const names = fields.slice(0, end === -1 ? fields.length : end)
  const reasonsOf = new Map<string, ConflictReason>()
  const mixed: string[] = []
  for (const { paths, kind, text } of messages(fields.slice(names.length + 1))) {
    if (kind === 'Auto-merging' || /^CONFLICT \((contents?|binary)\)/.test(kind)) mixed.push(...paths)
    if (!kind.startsWith('CONFLICT')) continue
    const reason = reasonFor(kind, text)
    for (const path of paths) reasonsOf.set(path, stronger(reasonsOf.get(path), reason))
  }
  // There are conflicts that leave no file behind to put right.
  const all = names.length > 0 ? names : [...reasonsOf.keys()]
  const files = new Map<string, ConflictedFile>()
  for (const name of all) {
    const path = withoutLabel(name, labels)
    if (files.has(path)) continue
    const reason = reasonsOf.get(name) ?? reasonsOf.get(path) ?? 'content'
    files.set(path, { path: Buffer.from(path, 'latin1').toString('utf8'), reason })
  }
  return { tree: requireSha(tree), files: [...files.values()], mixed: [...new Set(mixed)] }
}

function* messages(fields: readonly string[]): Generator<{ paths: readonly string[]; kind: string; text: string }> {
  for (let at = 0; /^\d+$/.test(fields[at] ?? ''); ) {
    const behind = at + 1 + Number(fields[at])
    yield { paths: fields.slice(at + 1, behind), kind: fields[behind] ?? '', text: fields[behind + 1] ?? '' }
    at = behind + 2
  }
}

function reasonFor(kind: string, text: string): ConflictReason {
  if (text.startsWith('CONFLICT (add/add)')) return 'add/add'
  if (text.startsWith('CONFLICT (submodule)')) return 'submodule'
  return reasons.find(([pattern]) => pattern.test(kind))?.[1] ?? 'other'
}

/** That lines could not be put together follows from most of the others. */
function stronger(one: ConflictReason | undefined, other: ConflictReason): ConflictReason {
  return one === undefined || one === 'content' || (one === 'add/add' && other !== 'content') ? other : one
}

/** A file in the way of a folder is moved aside and gets the name of its side, which is an id here. */
function withoutLabel(name: string, labels: readonly Sha[]): string {
  const cut = name.lastIndexOf('~')
  const label = cut === -1 ? '' : name.slice(cut + 1).replace(/_\d+$/, '')
  return labels.some((known) => known === label) ? name.slice(0, cut) : name
}
