import { invalidField } from '../../core/errors.ts'
import type { ThreadState } from './thread.ts'

export type ThreadSort = 'created' | 'updated' | 'comments'

export const exclusionKinds = ['label', 'author', 'assignee', 'milestone'] as const

export interface Exclusion {
  readonly by: (typeof exclusionKinds)[number]
  /** Of a label, a person (also `@me`) or a milestone. */
  readonly name: string
}

/** Which threads somebody asks for, in their words. */
export interface ThreadFilter {
  /** Open ones when absent. */
  readonly state?: ThreadState | 'all' | undefined
  /** Names: a thread has to have them all. */
  readonly labels?: readonly string[] | undefined
  /** A user name, `none`, or `@me`. */
  readonly assignee?: string | undefined
  /** A user name, or `@me`. */
  readonly author?: string | undefined
  /** Who is called by name in it: a user name, or `@me`. */
  readonly mentions?: string | undefined
  /** Only those without any label. */
  readonly isBare?: boolean | undefined
  /** A title or an id, or `none`. */
  readonly milestone?: string | undefined
  /** What a thread must not have, each by itself. */
  readonly without?: readonly Exclusion[] | undefined
  /** Words. */
  readonly q?: string | undefined
  /** By creation when absent. */
  readonly sort?: ThreadSort | undefined
  /** The greatest first when absent: the newest, the last touched, the most discussed. */
  readonly direction?: 'asc' | 'desc' | undefined
}

const mostLabels = 20

/** `bug, help wanted`: names of labels have no comma. */
export function parseLabelNames(text: string | undefined): readonly string[] {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length > mostLabels) throw invalidField('labels', 'too_many', `must not name more than ${mostLabels}`)
  return names
}
