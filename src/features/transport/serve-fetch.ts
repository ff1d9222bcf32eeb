import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import type { Produce } from '../../git/pack-cache.ts'
import { flushPkt, pktLine } from '../../git/pkt-line.ts'
import { advertiseRefs, askUploadPack, uploadPack, uploadPackToFile } from '../../git/upload-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { awaitSettled } from './await-settled.ts'
import { readSmall } from './read-small.ts'
import { type Protocol, queueOf, type Wire } from './wire.ts'

type Needs = Pick<App, 'config' | 'db' | 'git' | 'kept' | 'packs' | 'turns'>

/** Questions that are longer than this are asked by nobody twice. */
const longestKnown = 64 * 1024
/** A pack of a repository larger than this is sent straight on: keeping it would take the room of many others. */
const largestSpooled = 1024 ** 3

/** Who has nothing yet asks for the same as everybody else who has nothing. */
const alreadyThere = 'have '

/** Sends what a clone or fetch asks for, from a repository that the gate has opened for reading. Returns git's exit code. */
export async function serveFetch(app: Needs, actor: Actor, repo: OpenRepo, wire: Wire): Promise<number> {
  const dir = repoDirectory(app.config, repo)
  const inTurn = (work: () => Promise<number>): Promise<number> => app.turns.fetch.run(queueOf(actor), work)
  const direct = (input: Readable): Promise<number> =>
    inTurn(() => uploadPack({ git: app.git, dir, ...wire, input, output: wire.output }))
  if (!wire.stateless) return direct(wire.input)
  const { question, rest } = await readSmall(wire.input, longestKnown)
  if (question === null) return direct(rest)
  const state = [wire.protocol, repo.refsVersion, repo.defaultBranch, hash('sha256', question, 'base64url')]
  const asked = { git: app.git, dir, protocol: wire.protocol }
  if (question.includes('command=ls-refs')) {
    const known = await app.kept.of(dir, ['ls-refs', ...state], sizeOf, async () => {
      const refs = await askUploadPack(asked, question)
      await awaitSettled(app, repo.id)
      return { refs }
    })
    if (known.refs !== null) {
      wire.output.end(known.refs)
      return 0
    }
  }
  const worthKeeping = !question.includes(alreadyThere) && repo.sizeBytes <= largestSpooled
  const produce: Produce = async (file, signal) =>
    (await inTurn(() => uploadPackToFile(asked, question, file, signal))) === 0
  const answer = worthKeeping ? await app.packs.answer(JSON.stringify([dir, ...state]), produce) : null
  if (answer === null) return direct(Readable.from([question], { objectMode: false }))
  await answer.sendTo(wire.output)
  return 0
}

/** The answer to the first request of an HTTP client: which refs there are, and what this server can do. */
export async function advertise(
  app: Pick<App, 'config' | 'db' | 'git' | 'kept'>,
  repo: OpenRepo,
  service: 'upload-pack' | 'receive-pack',
  protocol: Protocol,
): Promise<Buffer> {
  const dir = repoDirectory(app.config, repo)
  const question = ['advertise', service, protocol, repo.refsVersion, repo.defaultBranch]
  const { refs } = await app.kept.of(dir, question, sizeOf, async () => {
    const read = await advertiseRefs({ git: app.git, dir, protocol }, service)
    // Who pushes is told by git itself when somebody was faster.
    if (service === 'upload-pack') await awaitSettled(app, repo.id)
    return { refs: read }
  })
  // Version 2 begins with its capabilities; older ones name the service first.
  if (service === 'upload-pack' && protocol === 'version=2') return refs
  return Buffer.concat([Buffer.from(pktLine(`# service=git-${service}\n`) + flushPkt), refs])
}

function sizeOf({ refs }: { readonly refs: Buffer | null }): number {
  return refs?.length ?? 0
}
