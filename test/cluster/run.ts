// A cluster on this machine. Called by script/cluster.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startCluster } from './cluster.ts'
import { killReplicas } from './kill-replicas.ts'

const { values } = parseArgs({ options: { port: { type: 'string' }, kill: { type: 'string' } } })
const kills = Number(values.kill ?? 0)
const cluster = await startCluster(
  values.port === undefined ? null : Number(values.port),
  kills > 0 ? { RATE_LIMIT_ENABLED: 'false' } : {},
)
console.log(
  `Stithy is ready at ${cluster.url}, SSH at port ${cluster.sshPort}: two replicas and a worker behind HAProxy`,
)
let code = 0
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
try {
  if (kills === 0) await interrupted
  else code = await killing()
} finally {
  await cluster.stop()
}
process.exit(code)

async function killing(): Promise<number> {
  const lost = await Promise.race([killReplicas(cluster, kills), interrupted.then(() => null)])
  if (lost === null) return 130
  if (lost.length > 0) console.error(`Lost:\n${lost.join('\n')}`)
  else console.log(`${kills} kills: nothing that was acknowledged is lost`)
  return lost.length > 0 ? 1 : 0
}
