// A cluster on this machine. Called by script/cluster.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readOptions, readWholeNumber } from '../support/read-options.ts'
import { useRunFolder } from '../support/run-folder.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { killReplicas } from './kill-replicas.ts'

const usage = 'script/cluster [--port PORT] [--kills N]'
const tools = join(import.meta.dirname, '../../script/test-tools')

// --kill is what --kills was called before.
const { values } = readOptions(usage, { port: { type: 'string' }, kills: { type: 'string' }, kill: { type: 'string' } })
const port = values.port === undefined ? null : readWholeNumber(usage, '--port', values.port, [1, 65_535])
const kills = readWholeNumber(usage, '--kills', values.kills ?? values.kill ?? '0', [0, 1e9])

// HAProxy, and not before the options are known to be good. Debian has it where not everybody looks.
execFileSync(tools, ['haproxy:haproxy'], { stdio: 'inherit' })
process.env['PATH'] += ':/usr/sbin'

// Heard from the start, so that Ctrl-C leaves nothing behind while it starts, either.
const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => null)
const folder = useRunFolder('cluster')
const starting = startCluster(port, kills > 0 ? { RATE_LIMIT_ENABLED: 'false' } : {})
const cluster = await Promise.race([starting, interrupted])
// What has been started so far ends with this process.
if (cluster === null) process.exit(130)
console.log(
  `Stithy is ready at ${cluster.url}, SSH at port ${cluster.sshPort}: two replicas and a worker behind HAProxy`,
)
let code = 0
try {
  if (kills === 0) await interrupted
  else code = await killing(cluster)
} finally {
  await cluster.stop()
  await folder.remove()
}
process.exit(code)

async function killing(mortal: Cluster): Promise<number> {
  const lost = await Promise.race([killReplicas(mortal, kills), interrupted])
  if (lost === null) return 130
  if (lost.length > 0) console.error(`Lost:\n${lost.join('\n')}`)
  else console.log(`${kills} kills: nothing that was acknowledged is lost`)
  return lost.length > 0 ? 1 : 0
}
