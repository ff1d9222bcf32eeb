import { hash } from 'node:crypto'
import { pipeline, type Transform, type Writable } from 'node:stream'
import type { App } from '../../app.ts'
import type { Actor } from '../../core/actor.ts'
import { Fault } from '../../core/errors.ts'
import { LateTurn } from '../../core/late-turn.ts'
import { queueOf } from '../../core/queue-of.ts'
import { parseSha } from '../../core/sha.ts'
import type { Turn } from '../../core/turns.ts'
import { longestStall } from '../../core/watch.ts'
import { holdDone, holdLast } from '../../git/hold-question.ts'
import { capabilitiesIn, parseLsRefs, writeReceiveRefs } from '../../git/ls-refs.ts'
import { inOwnMemory } from '../../git/own-memory.ts'
import type { Making } from '../../git/pack-cache.ts'
import { flushPkt, pktLine } from '../../git/pkt-line.ts'
import type { Question } from '../../git/read-questions.ts'
import { readHead } from '../../git/repository-folder.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { advertiseRefs, uploadPack, uploadPackToFile } from '../../git/upload-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { requireStill, watchRight } from '../access/require-still.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { answerNear, longestRead, mostWanted } from './answer-near.ts'
import { awaitSettled } from './await-settled.ts'
import { readSmall } from './read-small.ts'
import { Room } from './room.ts'
import { serveSession } from './serve-session.ts'
import { refsForPush, tellRefs } from './tell-refs.ts'
import type { Protocol, Wire } from './wire.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects' | 'packs' | 'paces' | 'turns'>

type AdvertiseNeeds = Pick<App, 'config' | 'db' | 'git' | 'kept'>

/** Nobody changes the default branch more often while refs are read. */
const mostMoves = 5
/** Whoever clones forty thousand refs names each: longer questions are asked by nobody twice. */
const longestKnown = 2 * 1024 * 1024
/** A pack of a repository larger than this is sent straight on: keeping it would take the room of many others. */
const largestSpooled = 1024 ** 3

/** What is smaller is told as quickly either way. */
const smallest = 8 * 1024 ** 2
const nothing = Buffer.alloc(0)
/** As git ends when it gives up. */
const failed = 128

/** Whoever has nothing yet asks for the same as everybody else who has nothing. */
const alreadyThere = 'have '

const reading = { role: 'Reader', scope: 'repo:read' } as const

type Ends = Pick<Wire, 'input' | 'output'>

interface Way {
  readonly stateless: boolean
  /** Passes on what is said, and waits before what makes git work. */
  readonly hold: (begin: () => Promise<void>) => Transform
}
const inPieces: Way = { stateless: true, hold: holdLast }
const inTalk: Way = { stateless: false, hold: holdDone }

/** Sends what a clone or fetch asks for, from a repository that the gate has opened for reading. Returns git's exit code. */
export async function serveFetch(app: Needs, actor: Actor, repo: OpenRepo, wire: Wire): Promise<number> {
  // A slow line may take hours for a pack: whoever may not read any more gets no more of it.
  const stop = watchRight(app, actor, { repo, need: reading }, (why) => {
    wire.input.destroy(why)
    wire.output.destroy()
  })
  try {
    return await serveQuestions(app, actor, repo, wire)
  } finally {
    stop()
  }
}

async function serveQuestions(app: Needs, actor: Actor, repo: OpenRepo, wire: Wire): Promise<number> {
  const take = (): Promise<Turn> => app.turns.question.take(queueOf(actor))
  const openRoom = (): Room => new Room(longestKnown, take, wire.input, app.paces.reading)
  const fetch = { app, actor, repo, dir: repoDirectory(app.config, repo), protocol: wire.protocol }
  if (wire.stateless) {
    using room = openRoom()
    const read = await readSmall(wire.input, longestKnown, () => room.begin())
    // A question may take its time: what is told is for whoever may still hear it.
    return await reply(await atTheGate({ ...fetch, room }), read, wire.output)
  }
  if (wire.protocol !== 'version=2') {
    using room = openRoom()
    return await converse({ ...fetch, room }, wire, inTalk)
  }
  const { refs: capabilities } = await saidByGit(app, repo, 'upload-pack', wire.protocol)
  return serveSession(wire, capabilities, openRoom, async ({ question, room }, output) => {
    // A session may last for hours: each question is one at the gate, as over HTTP, and hears what is there by now.
    return reply(await atTheGate({ ...fetch, room }), question, output)
  })
}

function reply(fetch: Fetch, asked: Question, output: Writable): Promise<number> {
  if (asked.whole === null) return converse(fetch, { input: asked.rest, output }, inPieces)
  fetch.room.keep(asked.whole)
  // Others hold on to what was asked for as long as the answer takes: in the room alone it can be let go of.
  asked.whole = nothing
  return answer(fetch, output)
}

interface Fetch {
  readonly app: Needs
  readonly actor: Actor
  readonly repo: OpenRepo
  readonly dir: RepoDir
  readonly protocol: Protocol
  readonly room: Room
}

async function atTheGate(fetch: Fetch): Promise<Fetch> {
  const { app, actor, repo } = fetch
  return { ...fetch, repo: await requireStill(app, actor, repo, reading) }
}

async function takeTurn({ app, actor, room }: Fetch): Promise<Turn> {
  const turn = await app.turns.fetch.take(queueOf(actor))
  room.leave()
  return turn
}

/** A question that is all there and nobody else's, answered here or by a git of its own. */
async function straight(fetch: Fetch, output: Writable): Promise<number> {
  const { app, repo, dir, protocol, room } = fetch
  const turn = await takeTurn(fetch)
  try {
    const near = protocol === 'version=2' ? await answerNear(app, repo, dir, room.question) : null
    if (near !== null) {
      output.end(near)
      return 0
    }
    const isNear = await lacksLittle(app, repo, dir, room.question)
    const how = { git: app.git, dir, protocol, stateless: true, isNear, turn, pace: app.paces.reading }
    return await uploadPack({ ...how, input: room.question, output })
  } finally {
    turn.end()
  }
}

/** What is asked goes to a git as it comes. Listening is no work: its turn begins when it is to pack something. */
async function converse(fetch: Fetch, { input, output }: Ends, { hold, stateless }: Way): Promise<number> {
  const { app, dir, protocol } = fetch
  const turn = new LateTurn(() => takeTurn(fetch))
  const held = hold(async () => {
    // Talking may have taken hours: whoever may not read any more is sent nothing.
    await atTheGate(fetch)
    await turn.begin()
  })
  const heard = pipeline(input, held, () => undefined)
  try {
    const how = { git: app.git, dir, protocol, stateless, turn, pace: app.paces.reading }
    const exit = await uploadPack({ ...how, input: heard, output })
    // Git ends well where it was not let begin; whoever is turned away hears why.
    if (held.errored instanceof Fault) throw held.errored
    return exit
  } finally {
    turn.end()
  }
}

/** A question that is known as a whole: from memory, from a pack that is kept, or by a git. */
async function answer(fetch: Fetch, output: Writable): Promise<number> {
  const { app, repo, dir, protocol, room } = fetch
  const state = [protocol, repo.refsVersion, repo.defaultBranch, hash('sha256', room.question, 'base64url')]
  const forRefs = protocol === 'version=2' ? parseLsRefs(room.question) : null
  if (forRefs !== null) {
    const told = await app.kept.of(dir, ['ls-refs', ...state], sizeOf, async () => ({
      refs: inOwnMemory(await tellRefs(app, repo, forRefs)),
    }))
    output.end(told.refs)
    return 0
  }
  const worthKeeping = !room.question.includes(alreadyThere) && repo.sizeBytes <= largestSpooled
  const asked = { git: app.git, dir, protocol }
  const making: Making = {
    found: () => room.letGo(),
    take: () => takeTurn(fetch),
    stallMs: longestStall(app.paces.reading),
    produce: async (file, signal) => {
      const exit = uploadPackToFile(asked, room.question, file, signal)
      room.letGo()
      return (await exit) === 0
    },
  }
  const copy = () => app.packs.send(JSON.stringify([dir, ...state]), making, output)
  const isRight = worthKeeping ? await app.turns.copy.run(queueOf(fetch.actor), copy) : null
  if (isRight === null) return straight(fetch, output)
  return isRight ? 0 : failed
}

/**
 * Whether who asks is a few commits behind. With its index of what is reachable git tells what they have by going through
 * all files of their last commit: of 50,000 files that takes 130 ms, and 5 ms without.
 */
async function lacksLittle(app: Needs, repo: OpenRepo, dir: RepoDir, question: Buffer): Promise<boolean> {
  if (repo.sizeBytes < smallest || question.length > longestRead || !question.includes(alreadyThere)) return false
  const named = [...question.toString('latin1').matchAll(/(want|have) ([\da-f]{40})/g)]
  const [wanted, had] = ['want', 'have'].map((word) =>
    named.flatMap(([, what, id = '']) => (what === word ? (parseSha(id) ?? []) : [])),
  )
  if (wanted === undefined || had === undefined || wanted.length > mostWanted) return false
  return app.history.isNear(dir, wanted, had)
}

/** The answer to the first request of an HTTP client: which refs there are, and what this server can do. */
export async function advertise(
  app: AdvertiseNeeds,
  repo: OpenRepo,
  service: 'upload-pack' | 'receive-pack',
  protocol: Protocol,
): Promise<Buffer> {
  // Version 2 begins with its capabilities; older ones name the service first.
  if (service === 'upload-pack' && protocol === 'version=2') return (await saidByGit(app, repo, service, protocol)).refs
  const refs = service === 'receive-pack' ? await refsToPush(app, repo, protocol) : await refsByGit(app, repo, protocol)
  return Buffer.concat([Buffer.from(pktLine(`# service=git-${service}\n`) + flushPkt), refs])
}

async function refsToPush(app: AdvertiseNeeds, repo: OpenRepo, protocol: Protocol): Promise<Buffer> {
  const question = ['advertise', 'receive-pack', protocol, repo.refsVersion]
  const { refs } = await app.kept.of(repoDirectory(app.config, repo), question, sizeOf, async () => ({
    refs: inOwnMemory(await receiveRefs(app, repo, protocol)),
  }))
  return refs
}

/** HEAD is a file that changes beside the refs: what git says is that of the one that is there before and after. */
class HeadMoved extends Error {}

async function refsByGit(app: AdvertiseNeeds, repo: OpenRepo, protocol: Protocol): Promise<Buffer> {
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

async function receiveRefs(app: AdvertiseNeeds, repo: OpenRepo, protocol: Protocol): Promise<Buffer> {
  const { refs } = await saidByGit(app, repo, 'receive-pack', '')
  return writeReceiveRefs(protocol, capabilitiesIn(refs), await refsForPush(app, repo))
}

/** What git says of itself is the same whatever a repository holds: it is asked once. */
function saidByGit(
  app: Pick<App, 'config' | 'git' | 'kept'>,
  repo: OpenRepo,
  service: 'upload-pack' | 'receive-pack',
  protocol: Protocol,
): Promise<{ readonly refs: Buffer }> {
  const dir = repoDirectory(app.config, repo)
  return app.kept.of(null, ['says', service, protocol], sizeOf, async () => ({
    refs: inOwnMemory(await advertiseRefs({ git: app.git, dir, protocol }, service)),
  }))
}

function sizeOf({ refs }: { readonly refs: Buffer }): number {
  return refs.length
}
