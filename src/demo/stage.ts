import type { App } from '../app.ts'
import type { SessionActor } from '../core/actor.ts'
import { type Clock, day } from '../core/clock.ts'
import type { RepoRef } from '../core/repo.ts'
import type { ThreadKind } from '../features/threads/thread.ts'

/** Somebody of the story, by account name. */
export type Name = 'ada' | 'bob' | 'carol' | 'dave' | 'eve' | 'frank'

/** An issue or pull request that the story talks of by a name of its own. */
export interface Told {
  readonly kind: ThreadKind
  readonly number: string
}

/** One thing that somebody did. */
export interface Step {
  /** Days before now. */
  readonly day: number
  readonly run: (stage: Stage) => Promise<unknown>
}

/** A time that the story sets: what was done three weeks ago is three weeks old everywhere, in git too. */
export class StoryClock implements Clock {
  readonly #begin: number
  #now: number

  constructor(now: number) {
    this.#begin = now
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  setDaysBefore(days: number): void {
    this.#now = Math.round(this.#begin - days * day)
  }
}

/** Where the steps happen: who is there, and which numbers the things got that the story has names for. */
export class Stage {
  readonly #people: Map<Name, SessionActor>
  readonly #threads: Map<string, Told>
  readonly app: App
  readonly password: string

  constructor(app: App, password: string, before?: Stage) {
    this.app = app
    this.password = password
    this.#people = before === undefined ? new Map<Name, SessionActor>() : before.#people
    this.#threads = before === undefined ? new Map<string, Told>() : before.#threads
  }

  as(name: Name): SessionActor {
    const actor = this.#people.get(name)
    if (actor === undefined) throw new Error(`The story has not told of ${name} yet`)
    return actor
  }

  enter(name: Name, actor: SessionActor): void {
    this.#people.set(name, actor)
  }

  call(key: string, kind: ThreadKind, number: number): void {
    this.#threads.set(key, { kind, number: String(number) })
  }

  told(key: string): Told {
    const thread = this.#threads.get(key)
    if (thread === undefined) throw new Error(`The story has not told of ${key} yet`)
    return thread
  }

  /** Text with the numbers of what it names as `{key}`. */
  fill(text: string): string {
    return text.replaceAll(/\{([a-z-]+)\}/g, (_, key: string) => `#${this.told(key).number}`)
  }
}

/** `owner/name`, as people say it. */
export function refOf(path: string): RepoRef {
  const [owner = '', repo = ''] = path.split('/')
  return { owner, repo }
}
