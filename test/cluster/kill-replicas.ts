// Under load, replicas and the worker are killed at random moments; in the end all that was acknowledged has to be there.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Client } from '../support/client.ts'
import { newToken, password } from '../support/people.ts'
import type { Cluster } from './cluster.ts'
import { Load } from './load.ts'
import { Program } from './program.ts'

const longestLifeMs = 1500
const calmMs = 60_000

/** Returns what was lost: nothing, it is to be hoped. */
export async function killReplicas(cluster: Cluster, kills: number): Promise<readonly string[]> {
  const ada = ['admin', 'create-user', 'ada', 'ada@example.org', '--admin', '--password', password]
  await Program.stithy('create-user', ada, cluster.env).run()
  const client = new Client(cluster.url, 'B')
  const { access_token: access } = (await client.post('auth/login', { username: 'ada', password })).body
  const token = await newToken(client.as(access), ['repo:write', 'issues:write'])
  await client.as(access).post('user/repos', { slug: 'site' })
  const load = new Load(cluster.url, token)
  load.begin()
  for (let n = 1; n <= kills; n++) {
    const victim = cluster.mortals[Math.floor(Math.random() * cluster.mortals.length)]
    if (victim === undefined) break
    await sleep(Math.random() * longestLifeMs)
    await victim.end('SIGKILL')
    victim.start()
    await victim.ready()
    const told = `${load.pushed.size} pushes and ${load.issues.size} issues acknowledged, ${load.refused} not`
    console.log(`${n} of ${kills}: ${victim.name} was killed; ${told}`)
  }
  await load.end()
  await calm(cluster)
  const lost: string[] = []
  for (const url of [cluster.url, ...cluster.replicaUrls]) {
    for (const one of await load.missingAt(url)) lost.push(`${url}: ${one}`)
  }
  const said = await Program.stithy('doctor', ['doctor'], cluster.env).run()
  console.log(said.trimEnd())
  return lost
}

/** Nothing that a dead one had begun is left. What failed for other reasons waits for its next try: it is told. */
async function calm({ env }: Cluster): Promise<void> {
  const database = new pg.Client({ connectionString: env['DATABASE_URL'] })
  await database.connect()
  try {
    for (const until = Date.now() + calmMs; ; await sleep(300)) {
      const { rows: pushes } = await database.query('select id from push_journal')
      const { rows: jobs } = await database.query('select name, state, attempts, last_error from jobs')
      const open = jobs.filter((job) => job.state !== 'ready' || job.last_error === null)
      if (pushes.length + open.length === 0) {
        for (const job of jobs)
          console.log(`to be tried again: ${job.name}, ${String(job.last_error).split('\n', 1)[0]}`)
        return
      }
      if (Date.now() > until) throw new Error(`Not brought to an end: ${pushes.length} pushes, ${JSON.stringify(open)}`)
    }
  } finally {
    await database.end()
  }
}
