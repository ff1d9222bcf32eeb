// The whole service, composed as `stithy serve` composes it, that ends itself like kill -9 at a named point.
import { join } from 'node:path'
import { composeService } from '../../src/compose-service.ts'
import { readConfig } from '../../src/config.ts'
import type { Passing } from '../../src/core/checkpoint.ts'
import { createLogger } from '../../src/logger.ts'

/** A push is cut off at the second that comes to the point: the first is the one that was cut off before, tried again. */
const { DIE_AT: dieAt, DIE_ON: dieOn = '2', ASSETS: assets = '', CLOCK_SPEED: speed = '1' } = process.env
let pushes = dieOn === 'now' ? 0 : Number.NEGATIVE_INFINITY
const last = dieOn === 'now' ? 1 : Number(dieOn)
const log = createLogger('warn')
const passing: Passing = (point) => {
  if (point === dieAt && ++pushes === last) process.kill(process.pid, 'SIGKILL')
  return undefined
}
/** Counted from a moment that all of them share: it never runs backwards from one to the next. */
const epoch = Date.UTC(2026, 0, 1)
const clock = { now: () => Math.round(epoch + (Date.now() - epoch) * Number(speed)) }
const service = await composeService(readConfig(), { clock, log, passing }, join(assets))
await service.start()
// What is brought to its end at the start, or soon after it, does not count: the test says from when on.
process.on('SIGUSR2', () => {
  pushes = 0
})
// One that may end in peace leaves the compiled program behind, and all that follow start faster.
process.on('SIGTERM', () => process.exit(0))
process.stderr.write('mortal server is ready\n')
