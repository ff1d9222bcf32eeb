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
import { parseLsRefs } from '../../git/ls-refs.ts'
import { inOwnMemory } from '../../git/own-memory.ts'
import type { Making } from '../../git/pack-cache.ts'
import type { Question } from '../../git/read-questions.ts'
import type { RepoDir } from '../../git/run-git.ts'
import { uploadPack, uploadPackToFile } from '../../git/upload-pack.ts'
import type { OpenRepo } from '../access/require-repo.ts'
import { requireStill, watchRight } from '../access/require-still.ts'
import { repoDirectory } from '../repos/repo-directory.ts'
import { capabilitiesOf } from './advertise.ts'
import { answerNear, longestRead, mostWanted } from './answer-near.ts'
import { readSmall } from './read-small.ts'
import { Room } from './room.ts'
import { serveSession } from './serve-session.ts'
import { tellRefs } from './tell-refs.ts'
import type { Protocol, Wire } from './wire.ts'

type Needs = Pick<App, 'clock' | 'config' | 'db' | 'git' | 'history' | 'kept' | 'objects' | 'packs' | 'paces' | 'turns'>

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
  const capabilities = await capabilitiesOf(app, repo, 'upload-pack', wire.protocol)
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
 * Whether whoever asks is a few commits behind. With its index of what is reachable git tells what they have by going through
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

function sizeOf({ refs }: { readonly refs: Buffer }): number {
  return refs.length
}
