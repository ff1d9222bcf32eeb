import { type ChildProcess, fork } from 'node:child_process'
import { Socket, type SocketConstructorOpts } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { GitProcess } from './git-process.ts'
import type { Launch, News } from './launch-words.ts'
import { LaunchedGit } from './launched-git.ts'

/** Until then a service is small, and most of those that start a few gits never start many. */
const usual = 30
/** What it forgets is cleared away soon: it is quick only as long as it is small. */
const small = ['--max-semi-space-size=1', '--max-old-space-size=48']

/**
 * Starting a process copies the tables of all memory of the one that starts it, and everybody waits meanwhile: ten
 * milliseconds each time at 350 MB. So a service that has started some has a small process start all others. Their pipes
 * are handed over: what git reads and writes takes no way round.
 */
export class Launches {
  readonly #program: URL
  readonly #few: number
  readonly #running = new Map<number, LaunchedGit>()
  #launcher: ChildProcess | null = null
  #count = 0
  #closed = false

  /** `few`: so many are left to the service itself. */
  constructor(program: URL, few = usual) {
    this.#program = program
    this.#few = few
  }

  /** Of what starts them; undefined while there is none. */
  get pid(): number | undefined {
    return this.#launcher?.pid
  }

  /** Null: not now, start it yourself. */
  launch(launch: Launch): GitProcess | null {
    this.#count++
    if (this.#count <= this.#few || this.#closed) return null
    const launcher = this.#launcher ?? this.#start()
    if (!launcher.connected) return null
    const id = this.#count
    const pipes = launch.input === undefined ? launch.stdio : (['ignore', ...launch.stdio.slice(1)] as const)
    const git = new LaunchedGit(pipes, (signal) => {
      if (launcher.connected) launcher.send({ id, kill: signal })
    })
    this.#running.set(id, git)
    launcher.send({ id, ...launch })
    return git
  }

  close(): void {
    this.#closed = true
    if (this.#launcher?.connected === true) this.#launcher.disconnect()
  }

  #start(): ChildProcess {
    const launcher = fork(fileURLToPath(this.#program), {
      // The first says that we are gone, by its end.
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
      execArgv: small,
    })
    this.#launcher = launcher
    launcher.on('message', (news: News, handle: unknown) => this.#hear(news, handle))
    // One that could not even be started says nothing else.
    launcher.on('error', () => this.#lost(launcher))
    launcher.once('exit', () => this.#lost(launcher))
    // It ends with the service, and never keeps it.
    launcher.unref()
    launcher.channel?.unref()
    return launcher
  }

  #hear(news: News, handle: unknown): void {
    const git = this.#running.get(news.id)
    const socket = socketOf(handle)
    if (git === undefined) socket?.destroy()
    else git.hear(news, socket)
    if ('code' in news || 'error' in news) this.#running.delete(news.id)
  }

  /** Somebody ended it: those that it had started are ended, and the next one starts another. */
  #lost(launcher: ChildProcess): void {
    if (this.#launcher !== launcher) return
    this.#launcher = null
    if (launcher.connected) launcher.disconnect()
    for (const git of this.#running.values()) {
      if (git.pid !== undefined) endIfThere(git.pid)
      git.fail(new Error('what starts git was ended'))
    }
    this.#running.clear()
  }
}

function endIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** The end of a pipe, as it comes: Node has no public name for it, and makes a socket of it. */
function socketOf(handle: unknown): Socket | undefined {
  if (handle === undefined || handle === null) return undefined
  return new Socket({ handle, readable: true, writable: true } as SocketConstructorOpts)
}
