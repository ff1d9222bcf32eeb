// Rounds on one site after the other, until there were enough kills.
import { startPostgres } from '../support/own-postgres.ts'
import { randomFrom } from './random.ts'
import { judge, runRound } from './round.ts'
import { newSite } from './site.ts'
import { Tally } from './tally.ts'
import type { Claim } from './world.ts'

export interface ChaosOptions {
  readonly kills: number
  readonly seed: number
  readonly database: 'sqlite' | 'postgres'
  readonly replicas: number
  readonly file: string | null
  readonly keepGoing: boolean
  readonly say: (line: string) => void
}

/** A site grows, and everything that was promised on it is looked at again in the end. */
const roundsOfSite = 60

export async function runChaos(options: ChaosOptions): Promise<Tally> {
  const { file, say } = options
  const tally = file === null ? new Tally() : Tally.read(file)
  if (tally.seed === 0) tally.seed = options.seed
  say(`seed ${tally.seed}, ${options.database}, ${options.replicas} replica(s)`)
  const postgres = options.database === 'postgres' ? await startPostgres() : null
  try {
    while (!isEnough(tally, options) && (options.keepGoing || tally.wrong.length === 0)) {
      tally.sites++
      await runSite(options, tally, postgres === null ? null : await postgres.newDatabase(`chaos_${tally.sites}`))
    }
  } finally {
    await postgres?.stop()
  }
  return tally
}

/** Kills that came before anything was promised have shown nothing. */
function isEnough({ kills, acknowledged }: Tally, options: ChaosOptions): boolean {
  return kills >= options.kills && acknowledged > 0
}

async function runSite(options: ChaosOptions, tally: Tally, databaseUrl: string | null): Promise<void> {
  const random = randomFrom(tally.seed + tally.sites * 7919)
  const ownDisk = process.getuid?.() === 0
  const site = await newSite({ random, databaseUrl, replicas: options.replicas, ownDisk })
  const kept: Claim[] = []
  try {
    await site.signIn()
    for (let round = 0; round < roundsOfSite && !isEnough(tally, options); round++) {
      const began = performance.now()
      const wrong = await runRound(site, tally, kept)
      tally.wrong.push(...wrong)
      tally.seconds += (performance.now() - began) / 1000
      if (options.file !== null) tally.write(options.file)
      if (wrong.length > 0 || tally.rounds % 10 === 0)
        options.say([tally.line, ...wrong, ...tally.slow.slice(-2)].join('\n  '))
      if (wrong.length > 0 && !options.keepGoing) return
    }
    for (const claim of kept) {
      const problem = judge({ ...claim, outcome: 'done' }, await claim.look(site.world))
      if (problem !== null) tally.wrong.push(`${problem} [at the end of the site]`)
    }
    tally.checked += kept.length
    if (options.file !== null) tally.write(options.file)
  } finally {
    await site.remove()
  }
}
