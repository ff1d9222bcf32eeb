import { describe, expect, it } from 'vitest'
import { PendingWords } from './pending-words.ts'

describe('words that wait for the commit', () => {
  it('are seen by those who come later in the same commit, once their work is done', () => {
    const batch = new PendingWords()
    const first = new PendingWords(batch)
    first.set(1, 'anvil')
    expect(first.get(1)).toBe('anvil')
    expect(new PendingWords(batch).get(1)).toBeUndefined()
    first.settle()
    const second = new PendingWords(batch)
    expect(second.get(1)).toBe('anvil')
    second.set(1, 'anvil hammer')
    second.settle()
    expect([...batch.entries()]).toEqual([[1, 'anvil hammer']])
  })

  it('are let go with the work that failed, and with an attempt inside one that goes on', async () => {
    const batch = new PendingWords()
    new PendingWords(batch).set(1, 'never')
    const words = new PendingWords(batch)
    words.set(2, 'kept')
    const attempt = words.attempt(() => {
      words.set(2, 'changed')
      words.set(3, 'new')
      return Promise.reject(new Error('not this'))
    })
    await expect(attempt).rejects.toThrow('not this')
    words.settle()
    expect([...batch.entries()]).toEqual([[2, 'kept']])
  })
})
