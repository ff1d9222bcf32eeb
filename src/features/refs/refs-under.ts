import type { Builder } from '../../db/handle.ts'

export function refsUnder(db: Builder, repoId: number, prefix: 'refs/heads/' | 'refs/tags/') {
  // A range instead of LIKE: it uses the index on both databases, whatever their collation. '0' follows '/'.
  return db
    .selectFrom('refs')
    .where('repo_id', '=', repoId)
    .where('name', '>', prefix)
    .where('name', '<', `${prefix.slice(0, -1)}0`)
}
