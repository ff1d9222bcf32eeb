import { hash } from 'node:crypto'
import { Fault } from '../../core/errors.ts'

export interface NamedText {
  /** Of a comment: none. */
  readonly title?: string
  readonly body: string
}

/** A name for what a text says, which whoever rewrites it brings along: then nobody undoes what they never saw. */
export function nameText({ title = '', body }: NamedText): string {
  return hash('sha1', `${title}\n${body}`, 'base64url')
}

/** Somebody else has changed the text since it was read: what it says now goes along. */
export class TextOvertaken extends Fault {
  readonly now: NamedText

  constructor(now: NamedText) {
    super('overtaken', 'Somebody changed the text in the meantime: read it again, then change it', {
      code: 'PRECONDITION_FAILED',
    })
    this.now = now.title === undefined ? { body: now.body } : { title: now.title, body: now.body }
  }
}

/** `seen` is the name of the text that the new one was made from; undefined for who does not say. The thread must be held. */
export function requireSeen(now: NamedText, seen: string | undefined): void {
  if (seen !== undefined && seen !== nameText(now)) throw new TextOvertaken(now)
}
