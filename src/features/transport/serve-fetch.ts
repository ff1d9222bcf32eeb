import type { App } from '../../app.ts'
import { flushPkt, pktLine } from '../../git/pkt-line.ts'
import { advertiseRefs, uploadPack } from '../../git/upload-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import type { Wire } from './receive-push.ts'

type Needs = Pick<App, 'config' | 'git'>

/** Sends what a clone or fetch asks for, from a repository that the gate has opened for reading. Returns git's exit code. */
export function serveFetch(app: Needs, repo: OpenRepo, wire: Wire): Promise<number> {
  return uploadPack({ git: app.git, dir: repoDirectory(app.config, repo), ...wire })
}

/** The answer to the first request of an HTTP client: which refs there are, and what this server can do. */
export async function advertise(
  app: Needs,
  repo: OpenRepo,
  service: 'upload-pack' | 'receive-pack',
  protocol: string,
): Promise<Buffer> {
  const refs = await advertiseRefs({ git: app.git, dir: repoDirectory(app.config, repo), protocol }, service)
  // Version 2 begins with its capabilities; older ones name the service first.
  if (service === 'upload-pack' && protocol.includes('version=2')) return refs
  return Buffer.concat([Buffer.from(pktLine(`# service=git-${service}\n`) + flushPkt), refs])
}
