import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { RepositoryAway } from '../core/repository-away.ts'
import type { GitProcess } from './git-process.ts'
import { LatePipe } from './late-pipe.ts'
import type { News, Stdio } from './launch-words.ts'
import { foundNoFolder } from './require-there.ts'

/** A git that the launcher starts: its pipes can be used at once, and it has a number before its first word arrives. */
export class LaunchedGit extends EventEmitter implements GitProcess {
  readonly stdio: readonly (LatePipe | null)[]
  readonly #sendKill: (signal: NodeJS.Signals) => void
  pid: number | undefined = undefined
  exitCode: number | null = null
  signalCode: NodeJS.Signals | null = null
  #ended = false
  #open: number

  constructor(stdio: readonly Stdio[], sendKill: (signal: NodeJS.Signals) => void) {
    super()
    this.#sendKill = sendKill
    this.stdio = stdio.map((kind, fd) => (kind === 'pipe' ? new LatePipe(fd) : null))
    const pipes = this.stdio.filter((pipe) => pipe !== null)
    this.#open = pipes.length
    for (const pipe of pipes) {
      // Whoever reads it hears why it failed; nobody else has to.
      pipe.on('error', () => undefined)
      pipe.once('close', () => {
        this.#open--
        this.#closeIfDone()
      })
    }
  }

  get stdin(): LatePipe | null {
    return this.stdio[0] ?? null
  }

  get stdout(): LatePipe | null {
    return this.stdio[1] ?? null
  }

  get stderr(): LatePipe | null {
    return this.stdio[2] ?? null
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    if (this.#ended) return false
    this.#sendKill(signal)
    return true
  }

  hear(news: News, socket: Socket | undefined): void {
    if ('pid' in news) this.pid = news.pid
    if ('fd' in news) this.#attach(news.fd, socket)
    else if ('error' in news) this.fail(Object.assign(new Error(news.error), { code: news.reason }))
    else if ('lasts' in news) this.#requirePipes()
    else this.#exit(news.code, news.signal)
  }

  #attach(fd: number | null, socket: Socket | undefined): void {
    const pipe = fd === null ? null : this.stdio[fd]
    if (socket === undefined) pipe?.detach()
    else if (pipe === null || pipe === undefined) socket.destroy()
    else pipe.attach(socket)
  }

  /**
   * All pipes are handed over before anything else is told. One that was not is lost, because we had no descriptor left to
   * take it with, and what is at its other end would be waited for for ever.
   */
  #requirePipes(): boolean {
    if (!this.stdio.some((pipe) => pipe?.isExpected === true)) return true
    this.kill('SIGKILL')
    this.fail(new Error('no file descriptor is left for the pipes of git'))
    return false
  }

  /** It could not be started, or nobody can say any more what becomes of it: so hears whoever reads from it. */
  fail(error: Error): void {
    if (this.#ended) return
    this.#ended = true
    this.emit('error', error)
    const reason = foundNoFolder(error) ? new RepositoryAway() : error
    for (const pipe of this.stdio) pipe?.destroy(reason)
  }

  #exit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#ended || !this.#requirePipes()) return
    this.#ended = true
    this.exitCode = code
    this.signalCode = signal
    // As Node does it: nobody is there to read what is written, and what nobody reads must not hold up the end.
    this.stdin?.destroy()
    this.emit('exit', code, signal)
    for (const pipe of this.stdio) if (pipe?.readable === true) pipe.resume()
    this.#closeIfDone()
  }

  #closeIfDone(): void {
    if (this.#ended && this.#open === 0) this.emit('close', this.exitCode, this.signalCode)
  }
}
