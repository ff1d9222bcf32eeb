import { parseSha, type Sha } from '../core/sha.ts'
import { askedLines } from './asked-lines.ts'

/** A question for commits by somebody who has some already, in version 2 of git's protocol. */
export interface FetchQuestion {
  readonly wanted: readonly Sha[]
  readonly had: readonly Sha[]
  /** They have named all that they have, and want an answer whatever it is. */
  readonly isLast: boolean
  /** They put objects together from what they have. */
  readonly isThin: boolean
  /** Tags of what they get are welcome. */
  readonly withTags: boolean
}

/** Null for whatever is more than that, such as a part of the history or of the files. */
export function parseFetch(question: Buffer): FetchQuestion | null {
  const lines = askedLines(question, 'fetch')
  if (lines === null) return null
  const wanted: Sha[] = []
  const had: Sha[] = []
  const words = new Set<string>()
  for (const line of lines) {
    const [word = '', name] = line.split(' ', 2)
    const sha = name === undefined ? null : parseSha(name)
    if (sha !== null && line.length === word.length + 41) {
      if (word === 'want') wanted.push(sha)
      else if (word === 'have') had.push(sha)
      else return null
    } else if (plain.has(line)) words.add(line)
    else return null
  }
  if (wanted.length === 0) return null
  return {
    wanted,
    had,
    isLast: words.has('done'),
    isThin: words.has('thin-pack'),
    withTags: words.has('include-tag'),
  }
}

/** Progress is for what takes time, and a pack need not use all that may be used. */
const plain = new Set(['done', 'thin-pack', 'include-tag', 'ofs-delta', 'no-progress'])
