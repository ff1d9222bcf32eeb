export interface Repo {
  readonly id: number
  readonly uuid: string
  readonly ownerId: number
  /** The owner's name as it is written now. */
  readonly owner: string
  /** The owner's directory on disk, which keeps its name when the owner gets another. */
  readonly home: string
  readonly slug: string
  readonly description: string
  /** What it is about: single words, with blanks between them. */
  readonly topics: string
  readonly isPublic: boolean
  readonly isEmpty: boolean
  readonly isArchived: boolean
  readonly defaultBranch: string
  readonly forkOf: number | null
  readonly starsCount: number
  readonly forksCount: number
  readonly sizeBytes: number
  readonly createdAt: number
  readonly updatedAt: number
  readonly pushedAt: number | null
  /** Whether each push is scanned for what it is built from. Null: what the setting says. */
  readonly sbomEnabled: boolean | null
  /** Whether critical findings end a pipeline. */
  readonly sbomBlockOnViolation: boolean
  /** The address of a repository on another server that it follows: whatever is pushed comes from there. */
  readonly mirrorOf: string | null
  /** Another number whenever a ref has moved: what was answered from the refs before is old then. */
  readonly refsVersion: number
}

/** How a path names a repository. */
export interface RepoRef {
  readonly owner: string
  readonly repo: string
}
