import type { App } from '../../app.ts'
import { capabilitiesIn, writeReceiveRefs } from '../../git/ls-refs.ts'
import { inOwnMemory } from '../../git/own-memory.ts'
import { flushPkt, pktLine } from '../../git/pkt-line.ts'
import { readHead } from '../../git/repository-folder.ts'
import { advertiseRefs } from '../../git/upload-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { awaitSettled } from './await-settled.ts'
import { refsForPush } from './tell-refs.ts'
import type { Protocol } from './wire.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept'>

type Service = 'upload-pack' | 'receive-pack'

/** Nobody changes the default branch more often while refs are read. */
const mostMoves = 5

/** The answer to the first request of an HTTP client: which refs there are, and what this server can do. */
export async function advertise(app: Needs, repo: OpenRepo, service: Service, protocol: Protocol): Promise<Buffer> {
  // Version 2 begins with its capabilities; older ones name the service first.
  if (service === 'upload-pack' && protocol === 'version=2') return capabilitiesOf(app, repo, service, protocol)
  const refs = service === 'receive-pack' ? await refsToPush(app, repo, protocol) : await refsByGit(app, repo, protocol)
  return Buffer.concat([Buffer.from(pktLine(`# service=git-${service}\n`) + flushPkt), refs])
}

async function refsToPush(app: Needs, repo: OpenRepo, protocol: Protocol): Promise<Buffer> {
  const question = ['advertise', 'receive-pack', protocol, repo.refsVersion]
  const { refs } = await app.kept.of(repoDirectory(app.config, repo), question, sizeOf, async () => ({
    refs: inOwnMemory(await receiveRefs(app, repo, protocol)),
  }))
  return refs
}

/** HEAD is a file that changes beside the refs: what git says is that of the one that is there before and after. */
class HeadMoved extends Error {}

async function refsByGit(app: Needs, repo: OpenRepo, protocol: Protocol): Promise<Buffer> {
  const dir = repoDirectory(app.config, repo)
  for (let left = mostMoves; ; left--) {
    const head = await readHead(dir)
    const question = ['advertise', 'upload-pack', protocol, repo.refsVersion, head]
    try {
      const { refs } = await app.kept.of(dir, question, sizeOf, async () => {
        const read = await advertiseRefs({ git: app.git, dir, protocol }, 'upload-pack')
        await awaitSettled(app, repo.id)
        if (left > 0 && (await readHead(dir)) !== head) throw new HeadMoved()
        return { refs: inOwnMemory(read) }
      })
      return refs
    } catch (error) {
      if (!(error instanceof HeadMoved)) throw error
    }
  }
}

async function receiveRefs(app: Needs, repo: OpenRepo, protocol: Protocol): Promise<Buffer> {
  const said = await capabilitiesOf(app, repo, 'receive-pack', '')
  return writeReceiveRefs(protocol, capabilitiesIn(said), await refsForPush(app, repo))
}

/** What git says of itself is the same whatever a repository holds: it is asked once. */
export async function capabilitiesOf(
  app: Pick<App, 'config' | 'git' | 'kept'>,
  repo: OpenRepo,
  service: Service,
  protocol: Protocol,
): Promise<Buffer> {
  const dir = repoDirectory(app.config, repo)
  const { refs } = await app.kept.of(null, ['says', service, protocol], sizeOf, async () => ({
    refs: inOwnMemory(await advertiseRefs({ git: app.git, dir, protocol }, service)),
  }))
  return refs
}

function sizeOf({ refs }: { readonly refs: Buffer }): number {
  return refs.length
}
