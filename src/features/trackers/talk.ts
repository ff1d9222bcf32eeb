import type { CommentThere } from './tracker.ts'

/** More is said nowhere; what is kept of it must fit into one transaction. */
const mostComments = 1000
const mostText = 1_000_000

/** What was said in one issue or pull request, as far as it is kept. */
export class Talk {
  readonly #found: CommentThere[] = []
  #length = 0
  #isFull = false

  get comments(): readonly CommentThere[] {
    return this.#found
  }

  /** The last that is taken says that there was more. */
  get isFull(): boolean {
    return this.#isFull
  }

  add(comment: CommentThere): void {
    if (this.#isFull) return
    if (this.#found.length >= mostComments || this.#length >= mostText) {
      this.#isFull = true
      this.#found.push({ ...comment, author: null, body: '*More was said, and stayed there.*' })
      return
    }
    this.#found.push(comment)
    this.#length += comment.body.length
  }
}
