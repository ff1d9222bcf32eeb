import { type Page, type PageRequest, pageOf } from '../core/page.ts'
import type { Use } from './found-package.ts'
import type { Component, Inventory } from './inventory.ts'

/** What components are looked for by; empty or absent for all. */
export interface ComponentFilter {
  /** A part of the name, version or licence, in any case. */
  readonly q: string
  readonly ecosystem?: string | undefined
  readonly licence?: string | undefined
  readonly use?: Use | undefined
  readonly isDirect?: boolean | undefined
}

export function searchInventory(
  { components }: Inventory,
  filter: ComponentFilter,
  page: PageRequest,
): Page<Component> {
  const words = filter.q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return pageOf(
    components.filter((one) => isWanted(one, filter) && words.every((word) => holds(one, word))),
    page,
  )
}

function isWanted(one: Component, { ecosystem, licence, use, isDirect }: ComponentFilter): boolean {
  if (ecosystem !== undefined && one.ecosystem !== ecosystem) return false
  if (licence !== undefined && !(licence === '' ? one.licences.length === 0 : one.licences.includes(licence)))
    return false
  return (use === undefined || one.use === use) && (isDirect === undefined || one.isDirect === isDirect)
}

function holds(one: Component, word: string): boolean {
  return [one.name, one.version, ...one.licences].some((text) => text.toLowerCase().includes(word))
}
