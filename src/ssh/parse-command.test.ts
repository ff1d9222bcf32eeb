import { expect, it } from 'vitest'
import { busyMs } from '../../test/support/busy-ms.ts'
import { parseCommand } from './parse-command.ts'

it.each(['download', 'upload'] as const)('reads who wants a pass to %s', (operation) => {
  expect(parseCommand(`git-lfs-authenticate  'ada/anvil.git'  ${operation}`)).toEqual({
    wish: { service: 'lfs-authenticate', operation },
    repo: { owner: 'ada', repo: 'anvil' },
  })
})

it.each(['download', "'ada/anvil'", "'ada/anvil' delete", "'ada/anvil' download ", "'ada/anvil' upload download"])(
  'takes no other wish: %s',
  (words) => {
    expect(parseCommand(`git-lfs-authenticate ${words}`)).toBeNull()
  },
)

it('reads a long gap in a single pass', () => {
  const began = busyMs()
  expect(parseCommand(`git-lfs-authenticate a${' '.repeat(100_000)}b`)).toBeNull()
  expect(busyMs() - began).toBeLessThan(500)
})
