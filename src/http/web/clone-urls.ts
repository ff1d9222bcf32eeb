import type { Config } from '../../config.ts'
import type { RepoName } from './code-urls.ts'

export type CloneUrls = { https: string; ssh: string | null }

/** What people give to `git clone`. The port is left out where it is the usual one. */
export function cloneUrls(config: Config, { owner, slug }: RepoName): CloneUrls {
  const { hostname } = new URL(config.BASE_URL)
  const path = `${owner}/${slug}.git`
  const ssh = config.SSH_PORT === 22 ? `git@${hostname}:${path}` : `ssh://git@${hostname}:${config.SSH_PORT}/${path}`
  return { https: `${config.BASE_URL.replace(/\/+$/, '')}/${path}`, ssh: config.SSH_ENABLED ? ssh : null }
}
