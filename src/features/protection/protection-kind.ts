import type { App } from '../../app.ts'
import { type RecordId, recordIdIn } from '../../core/record-id.ts'
import type { RepoRef } from '../../core/repo.ts'
import type { Reader, Tx } from '../../db/handle.ts'
import type { AuditEvent } from '../audit/events.ts'

export interface Patterned {
  readonly pattern: string
}

/** What every protection has besides its settings. */
export interface Kept {
  readonly id: number
  readonly uuid: string
  readonly createdAt: number
  readonly updatedAt: number
}

/** What protections of branches and those of tags differ in. The verbs are the same for both. */
export interface ProtectionKind<Input, Values extends Patterned> {
  /** As in "at most 100 protections". */
  readonly plural: 'branch protections' | 'tag protections'
  readonly event: AuditEvent
  /** What follows from a change besides. */
  readonly follow: (tx: Tx, repoId: number) => Promise<void>
  /** The usual one. Of a type that it does not know yet, the compiler cannot tell that no transaction leaves with it. */
  readonly inTransaction: (app: Pick<App, 'db'>, work: (tx: Tx) => Promise<Values & Kept>) => Promise<Values & Kept>
  /** What is not said stays as it is in `old`. */
  readonly parse: (reader: Reader, input: Input, old: Values | null) => Values | Promise<Values>
  /** Of a repository, by pattern. */
  readonly all: (reader: Reader, repoId: number) => Promise<readonly (Values & Kept)[]>
  /** Null when the repository has one of this pattern. */
  readonly insert: (tx: Tx, repoId: number, values: Values) => Promise<(Values & Kept) | null>
  readonly save: (tx: Tx, old: Values & Kept, values: Values) => Promise<Values & Kept>
  /** False when it is gone already. */
  readonly delete: (tx: Tx, id: number) => Promise<boolean>
  /** For the audit log. */
  readonly settingsOf: (values: Values) => Readonly<Record<string, unknown>>
}

/** The protections of one kind that a repository has. */
export interface ProtectionsOf<Input, Values extends Patterned> {
  readonly kind: ProtectionKind<Input, Values>
  readonly ref: RepoRef
}

export interface ProtectionOf<Input, Values extends Patterned> extends ProtectionsOf<Input, Values> {
  readonly id: ProtectionId
}

/** A pattern is as good as an id: no two of one kind have the same. */
export type ProtectionId = RecordId | Patterned

/** A number is an id, also where it would be a pattern: whoever has ids is never led elsewhere. */
export function parseProtectionId(text: string): ProtectionId {
  return recordIdIn(text) ?? { pattern: text }
}
