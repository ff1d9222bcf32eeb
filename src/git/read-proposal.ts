import { isUtf8 } from 'node:buffer'
import { parseRefName } from '../core/ref-name.ts'
import { parseSha } from '../core/sha.ts'
import type { Proposal, RefChange } from './receive-pack.ts'

const lastLine = '\nend\n'

/** Null when git ended without asking: the client sent nothing to change, or something that git refused by itself. */
export async function readProposal(
  questions: AsyncIterator<Buffer, undefined>,
): Promise<Omit<Proposal, 'gitProcess'> | null> {
  const chunks: Buffer[] = []
  let end = ''
  for (;;) {
    const { done, value } = await questions.next()
    if (done === true) return null
    chunks.push(value)
    // Only its end is looked at each time: there may be half a million lines.
    end = (end + value.toString('latin1', Math.max(0, value.length - lastLine.length))).slice(-lastLine.length)
    // Bytes one to one: a name need not be text, and a chunk may end in the middle of a character.
    if (end === lastLine || end === 'end\n') return parseProposal(Buffer.concat(chunks).toString('latin1'))
  }
}

function parseProposal(text: string): Omit<Proposal, 'gitProcess'> {
  const changes: RefChange[] = []
  const unusable: string[] = []
  let quarantine: string | null = null
  for (const line of text.split('\n')) {
    const [first = '', second = '', ...others] = line.split(' ')
    const name = Buffer.from(others.join(' '), 'latin1')
    if (first === 'quarantine') quarantine = Buffer.from(line.slice('quarantine '.length), 'latin1').toString() || null
    const [before, after] = [parseSha(first), parseSha(second)]
    if (before === null || after === null) continue
    const ref = isUtf8(name) ? parseRefName(name.toString()) : null
    if (ref === null) unusable.push(name.toString().slice(0, 100))
    else changes.push({ ref, before, after })
  }
  return { changes, unusable, quarantine }
}
