import { expect, it } from 'vitest'
import { inOwnMemory } from './own-memory.ts'

it('takes no more memory than its bytes', () => {
  const shared = Buffer.from('a few bytes')
  expect(shared.buffer.byteLength).toBeGreaterThan(1000)
  const alone = inOwnMemory(shared)
  expect(alone).toEqual(shared)
  expect(alone.buffer.byteLength).toBe(shared.length)
})
