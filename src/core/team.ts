export interface Team {
  readonly id: number
  readonly uuid: string
  /** Its place in addresses, from the name space of all owners. */
  readonly slug: string
  /** What people read. */
  readonly name: string
  readonly description: string
  readonly membersCount: number
  /** Owned by it or shared with it; for outsiders, what they may see of the first. */
  readonly reposCount: number
  readonly createdAt: number
}
