import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Config } from '../../src/config.ts'
import { rateLimits } from '../../src/features/access/rate-limits.ts'

function limitsOf(points: number, seconds: number) {
  const rate = { points, seconds }
  return rateLimits({
    RATE_LIMIT_ENABLED: true,
    RATE_LIMIT_ANONYMOUS: rate,
    RATE_LIMIT_USER: rate,
    RATE_LIMIT_LOGIN: rate,
  } as Config)
}

test('a flood of new callers makes nobody forget what was counted, and ended windows are begun anew', async () => {
  const limits = limitsOf(2, 1)
  for (let i = 0; i < 2500; i++) limits.take('anonymous', `old ${i}`)
  await sleep(1050)
  for (let i = 0; i < 3; i++) limits.take('anonymous', 'caller')
  for (let i = 0; i < 5000; i++) limits.take('anonymous', `new ${i}`)
  expect(limits.take('anonymous', 'caller')).toMatchObject({ exceeded: true, remaining: 0 })
  expect(limits.take('anonymous', 'old 7')).toMatchObject({ exceeded: false, remaining: 1 })
  expect(limits.take('anonymous', 'new 7')).toMatchObject({ exceeded: false, remaining: 0 })
})

test('nobody has more left than the limit, whatever was given back', () => {
  const limits = limitsOf(2, 60)
  limits.giveBack('login', 'caller')
  limits.add('login', 'caller', -5)
  expect(limits.take('login', 'caller')).toMatchObject({ limit: 2, remaining: 1 })
})
