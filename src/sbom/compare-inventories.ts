import type { Component, Inventory } from './inventory.ts'

export interface ChangedComponent {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly ecosystem: string
  readonly name: string
  /** Versions, or ranges where none is known; empty for what was not there. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly licences: readonly string[]
  readonly use: Component['use']
  readonly isDirect: boolean
}

export interface InventoryChanges {
  /** By ecosystem and name. */
  readonly items: readonly ChangedComponent[]
  readonly added: number
  readonly removed: number
  readonly changed: number
}

const mostItems = 5000

/** Packages by name: one that is there in other versions has changed, however many of them there are. */
export function compareInventories(base: Inventory, head: Inventory): InventoryChanges {
  const before = byName(base)
  const after = byName(head)
  const items: ChangedComponent[] = []
  for (const key of [...new Set([...before.keys(), ...after.keys()])].toSorted()) {
    const old = before.get(key) ?? []
    const now = after.get(key) ?? []
    const [from, to] = [versionsOf(old), versionsOf(now)]
    const [shown] = now.length > 0 ? now : old
    if (shown === undefined || from.join('\n') === to.join('\n')) continue
    const { ecosystem, name, licences } = shown
    const kind = old.length === 0 ? 'added' : now.length === 0 ? 'removed' : 'changed'
    const all = now.length > 0 ? now : old
    const use = (['required', 'optional', 'development'] as const).find((one) => all.some((each) => each.use === one))
    const isDirect = all.some((one) => one.isDirect)
    items.push({ kind, ecosystem, name, before: from, after: to, licences, use: use ?? 'required', isDirect })
  }
  const count = (kind: ChangedComponent['kind']): number => items.filter((one) => one.kind === kind).length
  return {
    items: items.slice(0, mostItems),
    added: count('added'),
    removed: count('removed'),
    changed: count('changed'),
  }
}

function byName({ components }: Inventory): ReadonlyMap<string, readonly Component[]> {
  const found = new Map<string, Component[]>()
  for (const one of components) {
    const key = `${one.ecosystem} ${one.name}`
    const there = found.get(key)
    if (there === undefined) found.set(key, [one])
    else there.push(one)
  }
  return found
}

function versionsOf(list: readonly Component[]): readonly string[] {
  return list.map((one) => (one.version === '' ? (one.range ?? '*') : one.version)).toSorted()
}
