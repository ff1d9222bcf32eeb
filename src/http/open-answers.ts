import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

/** An answer that is not out of our hands yet. */
export interface OpenAnswer {
  readonly reply: FastifyReply
  /** The connection that its request came on: whoever gives up reading a body takes it from the request. */
  readonly socket: Socket
  readonly place: number
  /** Of one that waits for its reader. */
  unread: Unread | null
}

export interface Unread {
  /** In memory, until all of it is out of our hands. */
  held: number
  /** What the kernel has not taken yet. */
  left: number
  looks: number
  movedInAll: number
  movedInSpan: number
  spanEnds: number
  poor: number
}

/**
 * All that are under way. A `Map` through which every request goes is copied again and again, each copy is known to the one
 * before, and the first of them has outlived the garbage collector's small rounds: so all others do, and every request that
 * was in them. A list whose places are taken again keeps none.
 */
export class OpenAnswers {
  readonly #places: (OpenAnswer | null)[] = []
  readonly #free: number[] = []

  add(reply: FastifyReply): OpenAnswer {
    const place = this.#free.pop() ?? this.#places.length
    const answer: OpenAnswer = { reply, socket: reply.request.raw.socket, place, unread: null }
    this.#places[place] = answer
    return answer
  }

  /** May be said twice: its place is somebody else's by then. */
  remove(answer: OpenAnswer): void {
    if (this.#places[answer.place] !== answer) return
    this.#places[answer.place] = null
    this.#free.push(answer.place)
  }

  *[Symbol.iterator](): Generator<OpenAnswer> {
    for (const answer of this.#places) if (answer !== null) yield answer
  }
}
