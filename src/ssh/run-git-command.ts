import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { Connection, ServerChannel, Session } from 'ssh2'
import type { App } from '../app.ts'
import type { DeployKeyActor, SshKeyActor, Via } from '../core/actor.ts'
import { databaseIsAway, isDatabaseAway } from '../core/database-away.ts'
import { diskFailed, isDiskFailure } from '../core/disk-failure.ts'
import { Fault, tooSlow } from '../core/errors.ts'
import type { LogFields } from '../core/log.ts'
import type { RepoRef } from '../core/repo.ts'
import { type OpenRepo, requireRepo } from '../features/access/require-repo.ts'
import { grantLfsAccess } from '../features/lfs/lfs-access.ts'
import { actorOf, findKeyHolder } from '../features/ssh-keys/identify-key.ts'
import { receivePush } from '../features/transport/receive-push.ts'
import { serveFetch } from '../features/transport/serve-fetch.ts'
import { parseProtocol } from '../features/transport/wire.ts'
import { ChannelInput, ChannelOutput } from './channel-streams.ts'
import { parseCommand, type Wish } from './parse-command.ts'
import type { Place } from './work-limit.ts'

/** What a command knows of the connection that it came on. */
export interface Line {
  readonly app: App
  readonly connection: Connection
  readonly socket: Socket
  readonly fingerprint: string
  readonly via: Omit<Via, 'requestId'>
  readonly silenceMs: Readonly<Record<'upload-pack' | 'receive-pack', number>>
  /** Keeps the connection open until the work is done, whatever becomes of it; refuses it where there is no room. */
  readonly run: (channel: ServerChannel, work: (place: Place) => Promise<void>) => void
}

interface Request {
  readonly channel: ServerChannel
  readonly place: Place
  readonly session: Session
  readonly protocol: string
  readonly command: string
}

const needs = {
  'upload-pack': { role: 'Reader', scope: 'repo:read' },
  'receive-pack': { role: 'Developer', scope: 'repo:write' },
} as const

const onlyThese = 'Only git-upload-pack, git-receive-pack and git-lfs-authenticate can be run here, on owner/repository'
const noSuch = 'Repository not found, or this key may not see it'

/** Runs one of git's two commands between a client and a repository, or gives out a pass for LFS. */
export async function runGit(line: Line, request: Request): Promise<void> {
  const command = parseCommand(request.command)
  if (command === null) {
    await refuse(request.channel, onlyThese)
    return
  }
  const { wish, repo } = command
  if (repo === null) return refuse(request.channel, noSuch)
  const requestId = randomUUID()
  const asked = { service: wish.service, repo: `${repo.owner}/${repo.repo}` }
  const about = { request_id: requestId, ip: line.via.ip, fingerprint: line.fingerprint, ...asked }
  const began = performance.now()
  try {
    const { actor, exit } = await serve(line, request, { wish, repo }, requestId)
    end(request.channel, exit)
    line.app.log.info({ ...about, ...who(actor), exit, ms: Math.round(performance.now() - began) }, 'git over SSH')
  } catch (error) {
    await answerFailure(line, request.channel, error, about)
  }
}

interface Command {
  readonly wish: Wish
  readonly repo: RepoRef
}

async function serve(line: Line, request: Request, { wish, repo }: Command, requestId: string) {
  const { app } = line
  // Looked up anew for each command: a connection may outlive its key.
  const holder = await findKeyHolder(app, line.fingerprint)
  if (holder === null) throw new Fault('unauthorized', 'This key is no longer valid', { code: 'UNAUTHORIZED' })
  const actor = await actorOf(app, holder, { ...line.via, requestId })
  if (wish.service !== 'lfs-authenticate') {
    const open = await requireRepo(app, actor, repo, needs[wish.service])
    return { actor, exit: await exchange(line, request, { service: wish.service, actor, repo: open }) }
  }
  const access = await grantLfsAccess(app, { actor, fingerprint: line.fingerprint }, repo, wish.operation)
  request.channel.resume()
  request.channel.write(`${JSON.stringify(access)}\n`)
  return { actor, exit: 0 }
}

interface Exchange {
  readonly service: 'upload-pack' | 'receive-pack'
  readonly actor: SshKeyActor | DeployKeyActor
  readonly repo: OpenRepo
}

async function exchange(line: Line, request: Request, { service, actor, repo }: Exchange): Promise<number> {
  const { app } = line
  const { input, output, close } = openStreams(line, request, line.silenceMs[service])
  const wire = { protocol: parseProtocol(request.protocol), stateless: false, input, output }
  try {
    const exit =
      service === 'upload-pack' ? await serveFetch(app, actor, repo, wire) : await receivePush(app, actor, repo, wire)
    // The last words are still on their way through the stream; closing the channel now would swallow them.
    await finished(output)
    return exit
  } finally {
    close()
  }
}

/** Both ways, until the client closes the channel, hangs up, or has been silent for too long. */
function openStreams(line: Line, { channel, session, place }: Request, silenceMs: number) {
  const silence = setTimeout(() => cut(), silenceMs)
  const input = new ChannelInput(channel, (bytes) => {
    silence.refresh()
    place.heard(bytes)
  })
  const output = new ChannelOutput(channel, line.connection, line.socket, () => {
    silence.refresh()
    place.said()
  })
  place.giveUp = () => input.destroy(tooSlow())
  const cut = (): void => {
    input.destroy(new Error('The client hung up'))
    output.destroy()
  }
  input.on('error', () => undefined)
  session.once('close', cut)
  line.socket.once('close', cut)
  if (line.socket.destroyed) cut()
  return {
    input,
    output,
    close: () => {
      clearTimeout(silence)
      session.off('close', cut)
      line.socket.off('close', cut)
    },
  }
}

async function answerFailure(line: Line, channel: ServerChannel, error: unknown, about: LogFields): Promise<void> {
  if (error instanceof Fault && error.kind !== 'internal') {
    line.app.log.info({ ...about, refused: error.code }, 'git over SSH was refused')
    await refuse(channel, error.kind === 'not-found' ? noSuch : error.message)
    return
  }
  if (line.socket.destroyed) line.app.log.info(about, 'a client hung up in the middle of git over SSH')
  else line.app.log.warn({ ...about, error: String(error) }, 'a git exchange broke')
  await refuse(channel, sentenceFor(error))
}

function sentenceFor(error: unknown): string {
  if (isDiskFailure(error)) return diskFailed
  if (isDatabaseAway(error)) return databaseIsAway
  return 'Something went wrong on our side, or the connection broke: try again'
}

/** A sentence for the person, and an exit code that tells git to stop. */
export function refuse(channel: ServerChannel, sentence: string): Promise<void> {
  channel.resume()
  channel.stderr.write(`Stithy: ${sentence}.\n`)
  end(channel, 1)
  return Promise.resolve()
}

/** The exit status has to be out before the channel is closed. */
export function end(channel: ServerChannel, code: number): void {
  channel.exit(code)
  channel.end()
}

/** Which key it was, also where it is nobody's: a deploy key's push has no pusher. */
function who(actor: SshKeyActor | DeployKeyActor): LogFields {
  return actor.kind === 'ssh-key' ? { user: actor.user.username } : { deploy_key: actor.keyId }
}
