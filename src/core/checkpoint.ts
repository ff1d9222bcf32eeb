/** Where work can be cut off with different consequences: each stands between two steps of which the first one lasts. */
export const checkpoints = {
  'database.changing': 'one statement of many that bring the tables up to date was carried out',
  'service.mending': 'somebody can connect, and what the last life left is not put right yet',
  'push.judged': 'let through, and nobody has written that down',
  'push.journaled': 'written down, and no ref has moved',
  'refs.moved': 'git has ended, and nothing follows from it yet',
  'head.pointed': 'the first push chose the default branch on disk, and the row does not say so yet',
  'push.settling': 'what follows is about to be written',
  'push.settled': 'it was written, and the client has not heard of it',
  'merge.made': 'the commits of a merge are in the repository, and no ref leads to them',
  'owner.folder-made': 'the directory of an account is there, and the account is not',
  'owner.moved-away': 'the directory of an account that is deleted is in the trash, and its rows are there',
  'account.leaving': 'an account is shut for good, and some of what it wrote still has its name',
  'repo.folder-made': 'the folder of a repository is there, and no row knows of it',
  'repo.copied': 'the folder of a fork is there, and no row knows of it',
  'repo.moved': 'the folder is with the new owner, and the row with the old one',
  'repo.moved-away': 'the folder of a repository that is deleted is in the trash, and its row is there',
  'repo.aligning': 'a row names another default branch than HEAD does',
  'trash.removing': 'what was deleted is about to be removed for good',
  'blob.received': 'all bytes of a file are on disk, under the name of a draft',
  'blob.placed': 'it has its name, and no row knows of it',
  'mail.sending': 'a mail was made, and nobody has it',
  'mail.sent': 'somebody has it, and we have not noted that',
  'hook.sending': 'a payload was made and kept, and nobody has it',
  'hook.sent': 'the receiver has answered, and we have not noted that',
  'pipeline.static_validation': 'the stage begins',
  'pipeline.sbom_gate': 'the stage begins',
  'pipeline.variable_resolution': 'the stage begins',
  'pipeline.execution': 'the stage begins',
  'pipeline.report': 'everything has run, and the end is about to be written',
  'pipeline.ended': 'the end was written, and the worker has not let go',
} as const

/**
 * Besides, every transaction is named by what it tells (an event, an entry of the audit log), right before and right
 * behind its commit, and every job, right before it runs and right behind that.
 */
export type Checkpoint =
  | keyof typeof checkpoints
  | `commit:${string}`
  | `committed:${string}`
  | `run:${string}`
  | `ran:${string}`

/** Tests end, hold up or fail the process there (see failpoints.ts); otherwise nothing happens. */
export type Passing = (checkpoint: Checkpoint) => Promise<void> | undefined

export const nothingHappens: Passing = () => undefined
