import type { Page, PageRequest } from '../core/page.ts'
import type { FileNote } from './choose-files.ts'
import type { InventoryChanges } from './compare-inventories.ts'
import type { Component, Summary } from './inventory.ts'
import type { Finding, Violation } from './read-findings.ts'
import type { ComponentFilter } from './search-inventory.ts'
import type { Subject } from './write-document.ts'

/** An inventory as it is kept: JSON, compressed. Only threads ever look inside. */
export type PackedInventory = Uint8Array

export interface FileBytes {
  readonly path: string
  readonly data: Uint8Array
}

/** What a thread is asked to do, by name, and what it gives back. Large things go in and out as bytes. */
export interface Tasks {
  take: {
    readonly asks: { readonly files: readonly FileBytes[]; readonly notes: readonly FileNote[] }
    readonly gives: { readonly packed: PackedInventory; readonly summary: Summary }
  }
  document: {
    readonly asks: { readonly packed: PackedInventory; readonly subject: Subject }
    readonly gives: Uint8Array
  }
  search: {
    readonly asks: { readonly packed: PackedInventory; readonly filter: ComponentFilter; readonly page: PageRequest }
    readonly gives: Page<Component>
  }
  compare: {
    readonly asks: { readonly base: PackedInventory; readonly head: PackedInventory }
    readonly gives: InventoryChanges
  }
  /** Pages of what an analysis found. */
  findings: {
    readonly asks: { readonly json: Uint8Array }
    readonly gives: { readonly read: number; readonly findings: readonly Finding[] }
  }
  violations: {
    readonly asks: { readonly json: Uint8Array }
    readonly gives: { readonly read: number; readonly violations: readonly Violation[] }
  }
}

export type TaskName = keyof Tasks

export type Task = { [N in TaskName]: { readonly name: N; readonly asks: Tasks[N]['asks'] } }[TaskName]

export type TaskAnswer = { readonly given: Tasks[TaskName]['gives'] } | { readonly failed: string }
