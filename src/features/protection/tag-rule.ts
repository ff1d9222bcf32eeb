import { matchesPattern } from '../../core/match-pattern.ts'
import { atLeast, type Role, roles } from '../../core/roles.ts'
import type { Reader } from '../../db/handle.ts'
import { allTagProtections } from './tag-store.ts'

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
  return (tag) => {
    const meant = all.filter((one) => matchesPattern(one.pattern, tag))
    if (meant.length === 0) return null
    return {
      tag,
      createRole: strictest(meant.map((one) => one.createRole)),
      deleteRole: strictest(meant.map((one) => one.deleteRole)),
    }
  }
}

/**
 * What somebody of a role may do with a protected tag: null for those who may, else a sentence that says why not. Nobody
 * moves one: who has fetched it would go on to have another commit under its name.
 */
export function whyNotTag({ tag, createRole, deleteRole }: TagRule, role: Role, act: TagAct): string | null {
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
