export interface Milestone {
  readonly id: number
  readonly uuid: string
  readonly title: string
  readonly description: string
  readonly state: 'open' | 'closed'
  readonly dueAt: number | null
  /** Of its issues and pull requests. */
  readonly openCount: number
  readonly closedCount: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly closedAt: number | null
}

/** What people write about it, by which they say what they saw. */
export function textOfMilestone({ title, description }: Pick<Milestone, 'title' | 'description'>): {
  title: string
  body: string
} {
  return { title, body: description }
}
