// One round: acts under faults until the service dies, then a new start, and a look at everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { lifeOfAccount } from './acts/accounts.ts'
import { giveBack, sync } from './acts/forks.ts'
import { bringIn, follow } from './acts/imports.ts'
import { merge, writeFile } from './acts/merge.ts'
import { pipeline } from './acts/pipeline.ts'
import { push } from './acts/push.ts'
import { pushMany } from './acts/push-many.ts'
import { fork, lifeOfRepository } from './acts/repos.ts'
import { largeFile, variable, webhook } from './acts/settings.ts'
import { comment, openIssue } from './acts/threads.ts'
import { askDoctor, awaitCalm, findLeftovers, letTimePass } from './calm.ts'
import { chooseFaults, chooseFaultsOfStart, fillDisk, takeDescriptors } from './faults.ts'
import type { Site } from './site.ts'
import type { Tally } from './tally.ts'
import type { Act, Claim, World } from './world.ts'

/** How often each, beside the others. */
const weights = new Map<Act, number>([
  [push, 3],
  [pushMany, 1],
  [merge, 2],
  [lifeOfRepository, 2],
  [lifeOfAccount, 1],
  [openIssue, 1],
  [comment, 1],
  [fork, 1],
  [sync, 1],
  [giveBack, 1],
  [bringIn, 1],
  [follow, 1],
  [writeFile, 1],
  [variable, 1],
  [webhook, 1],
  [largeFile, 1],
  [pipeline, 1],
])
const acts: readonly Act[] = [...weights].flatMap(([act, weight]) => Array.from({ length: weight }, () => act))
const clients = 4
const actsEach = 2
const slowMs = 20_000
/** Whatever happened, somebody who waits for so long is not answered any more. */
const stuckMs = 150_000

/** Returns what was found wrong, and keeps what was promised. */
export async function runRound(site: Site, tally: Tally, kept: Claim[]): Promise<readonly string[]> {
  const { world } = site
  const { random } = world
  world.errors = 0
  const orders = chooseFaults(random)
  for (const one of world.replicas) one.arm(orders)
  const calm = outsideFault(site, tally)
  const claims = await actUntilDeath(world)
  calm()
  for (const one of world.replicas) {
    if (one.isAlive) await sleep(random.below(30))
    await one.kill()
    tally.kills++
    tally.note(one.said)
  }
  tally.asked += claims.length
  tally.acknowledged += claims.filter(({ outcome }) => outcome === 'done').length
  await restart(site, tally)
  const calmBegan = performance.now()
  const wrong = [...world.surprises.splice(0), ...(await awaitCalm(world))]
  const calmTook = performance.now() - calmBegan
  if (calmTook > slowMs) world.slow.push(`calm took ${Math.round(calmTook / 1000)} s`)
  tally.slow.push(...world.slow.splice(0).map((one) => `${one} [${orders}]`))
  for (const claim of claims) {
    const sight = await lookAt(world, claim)
    const problem = judge(claim, sight)
    if (problem !== null) wrong.push(problem)
    if (sight === 'whole') kept.push(claim)
    if (claim.outcome === 'unknown') tally[sight === 'whole' ? 'unknownWhole' : 'unknownAbsent']++
  }
  wrong.push(...(await findLeftovers(world)))
  const sick = askDoctor(world)
  if (sick !== null) wrong.push(sick)
  tally.rounds++
  return wrong.map((one) => `${one} [after ${orders || 'a kill from outside'}]`)
}

/** Who cannot even look says what the service said last: it should be there, and calm. */
async function lookAt(world: World, claim: Claim): Promise<string> {
  try {
    return await claim.look(world)
  } catch (error) {
    const states = world.replicas.map((one) => `${one.isAlive ? 'alive' : 'dead'}: ${one.said.slice(-2000)}`)
    return `could not be looked at (${String(error)}), ${states.join('; ')}`
  }
}

export function judge({ what, outcome }: Claim, sight: string): string | null {
  if (sight === 'whole' || (sight === 'absent' && outcome === 'unknown')) return null
  return sight === 'absent' ? `LOST: ${what} was acknowledged` : `HALF: ${what}: ${sight}`
}

async function actUntilDeath(world: World): Promise<readonly Claim[]> {
  const claims: Claim[] = []
  const isOver = (): boolean => !world.replicas.some((one) => one.isAlive)
  const work = async (): Promise<void> => {
    for (let count = 0; count < actsEach && !isOver(); count++) {
      const act = world.random.pick(acts)
      const began = performance.now()
      const claim = await act(world)
      const took = performance.now() - began
      if (took > stuckMs) world.surprises.push(`HANGS: ${act.name} took ${Math.round(took / 1000)} s`)
      else if (took > slowMs) world.slow.push(`${act.name} took ${Math.round(took / 1000)} s`)
      if (claim !== null) claims.push(claim)
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  return claims
}

/** A disk that is full, or no file that could be opened, for a moment. */
function outsideFault({ world, disk }: Site, tally: Tally): () => void {
  const { random } = world
  const pid = world.replicas[0]?.pid ?? 0
  if (!random.chance(0.12)) return () => undefined
  const isDisk = disk !== null && random.chance(0.5)
  tally.faults[isDisk ? 'disk full' : 'no descriptors'] =
    (tally.faults[isDisk ? 'disk full' : 'no descriptors'] ?? 0) + 1
  const end = isDisk ? fillDisk(disk) : takeDescriptors(pid)
  const timer = setTimeout(end, 100 + random.below(500))
  return () => {
    clearTimeout(timer)
    end()
  }
}

async function restart(site: Site, tally: Tally): Promise<void> {
  const { world } = site
  await letTimePass(world)
  for (const one of world.replicas) {
    let orders = chooseFaultsOfStart(world.random)
    while (!(await one.start(orders)) || !(await one.disarm())) {
      tally.kills++
      tally.killsInStart++
      tally.note(one.said)
      await letTimePass(world)
      orders = ''
    }
    tally.note(one.said)
  }
  if (tally.rounds % 40 === 0) await site.signIn()
}
