import { matchesPattern } from '../../core/match-pattern.ts'
import { atLeast, type Role, roles } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'
import { allTagProtections, type TagProtection } from './tag-store.ts'

type RoleOrNobody = Role | 'Nobody'

/** What all protections that mean a tag ask for together: the strictest of each. */
export interface TagRule {
  readonly tag: string
  readonly createRole: RoleOrNobody
  readonly deleteRole: RoleOrNobody
}

/** For many tags of one repository: the protections are read once. Null for a tag that none of them means. */
export async function tagRulesOf(reader: Reader, repoId: number): Promise<(tag: string) => TagRule | null> {
  const all = await allTagProtections(reader, repoId)
  return (tag) => ruleOf(all, tag)
}

function ruleOf(all: readonly TagProtection[], tag: string): TagRule | null {
  return together(
    tag,
    all.filter((one) => matchesPattern(one.pattern, tag)),
  )
}

function together(tag: string, meant: readonly TagProtection[]): TagRule | null {
  if (meant.length === 0) return null
  return {
    tag,
    createRole: strictest(meant.map((one) => one.createRole)),
    deleteRole: strictest(meant.map((one) => one.deleteRole)),
  }
}

/** Why somebody of a role may not do something with a tag: a sentence, or null where nothing keeps them from it. */
export async function tagGateOf(
  reader: Reader,
  repoId: number,
  role: Role,
): Promise<(tag: string, act: TagAct) => string | null> {
  const all = await allTagProtections(reader, repoId)
  return (tag, act) => {
    const rule = ruleOf(all, tag)
    const refusal = rule === null ? null : whyNotTag(rule, role, act)
    return refusal ?? (act === 'create' ? whyNotBeside(all, tag, role) : null)
  }
}

/**
 * Of `v2.0` and `v2.0/x` git keeps only one: whoever may not make a protected tag may not take its place from it either.
 * Of `release/*` that place is `release`; patterns whose folders are wildcards would shut all tags out.
 */
function whyNotBeside(all: readonly TagProtection[], tag: string, role: Role): string | null {
  const above = foldersOf(tag).map((name) => ruleOf(all, name))
  const below = all.flatMap((one) => (foldersOf(one.pattern).includes(tag) ? together(one.pattern, [one]) : []))
  const rule = [...above, ...below].find((one) => one !== null && whyNotTag(one, role, 'create') !== null)
  if (!rule) return null
  const who =
    rule.createRole === 'Nobody' ? 'nobody may create that' : `creating that needs the role ${rule.createRole}`
  return `${tag} would leave no room for the protected tag ${rule.tag}: ${who}`
}

/** `a` and `a/b` for `a/b/c`. */
function foldersOf(name: string): readonly string[] {
  const parts = name.split('/')
  return parts.slice(1).map((_, last) => parts.slice(0, last + 1).join('/'))
}

/**
 * What somebody of a role may do with a protected tag: null for those who may, else a sentence that says why not. Nobody
 * moves one: whoever has fetched it would keep another commit under its name.
 */
function whyNotTag({ tag, createRole, deleteRole }: TagRule, role: Role, act: TagAct): string | null {
  if (act === 'move') return `${tag} is a protected tag and cannot be moved to another commit`
  const needed = act === 'create' ? createRole : deleteRole
  if (needed === 'Nobody') return `${tag} is a protected tag and nobody may ${act} it`
  if (atLeast(role, needed)) return null
  return `${tag} is a protected tag: ${act === 'create' ? 'creating' : 'deleting'} it needs the role ${needed}`
}

type TagAct = 'create' | 'move' | 'delete'

export function mayDeleteTag(rule: TagRule | null, role: Role): boolean {
  return rule === null || whyNotTag(rule, role, 'delete') === null
}

const weakestFirst: readonly RoleOrNobody[] = [...roles, 'Nobody']

function strictest(needed: readonly RoleOrNobody[]): RoleOrNobody {
  return weakestFirst.findLast((role) => needed.includes(role)) ?? 'Nobody'
}
