import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { uuid } from './uuid.ts'

it('ids are of version 7, in the order of their time, and none comes twice', async () => {
  const ids = Array.from({ length: 5000 }, uuid)
  expect(new Set(ids).size).toBe(ids.length)
  // What is random in them: behind the time, the version and the variant.
  expect(new Set(ids.map((id) => id.slice(-12))).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  await sleep(2)
  expect(uuid() > (ids.at(-1) ?? '')).toBe(true)
})
