import type { App } from '../../app.ts'

export function refsUnder(app: Pick<App, 'db'>, repoId: number, prefix: 'refs/heads/' | 'refs/tags/') {
  // A range instead of LIKE: it uses the index on both databases, whatever their collation. '0' follows '/'.
  return app.db
    .selectFrom('refs')
    .where('repo_id', '=', repoId)
    .where('name', '>', prefix)
    .where('name', '<', `${prefix.slice(0, -1)}0`)
}
