// PostgreSQL, two replicas, a worker, and HAProxy in front, each a process of its own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { setup } from '../support/postgres.ts'
import { Program } from './program.ts'

export interface Cluster {
  readonly url: string
  readonly sshPort: number
  /** Of each replica itself, behind the balancer's back. */
  readonly replicaUrls: readonly string[]
  /** Those that may die. */
  readonly mortals: readonly Program[]
  readonly env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const names = ['ONE', 'TWO'] as const
const balancing = join(import.meta.dirname, '../../deploy/haproxy.cfg')

export async function startCluster(
  httpPort: number | null,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stithy-cluster-'))
  const postgres = await startPostgres()
  const port = httpPort ?? (await freePort())
  const sshPort = await freePort()
  const url = `http://localhost:${port}`
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    BASE_URL: url,
    HOST: '127.0.0.1',
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const programs: Program[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(programs.map((one) => one.end('SIGTERM')))
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await Program.stithy('migrate', ['migrate'], env).run()
    const balanced: Record<string, string> = { STITHY_HTTP: `127.0.0.1:${port}`, STITHY_SSH: `127.0.0.1:${sshPort}` }
    for (const name of names) {
      const own = { PORT: String(await freePort()), SSH_PORT: String(await freePort()) }
      balanced[`STITHY_${name}`] = `127.0.0.1:${own.PORT}`
      balanced[`STITHY_SSH_${name}`] = `127.0.0.1:${own.SSH_PORT}`
      programs.push(Program.stithy(`replica ${name.toLowerCase()}`, ['serve'], { ...env, ...own }))
    }
    programs.push(Program.stithy('worker', ['worker'], env))
    for (const one of programs) one.start()
    await Promise.all(programs.map((one) => one.ready()))
    const mortals = [...programs]
    const balancer = new Program('haproxy', ['haproxy', '-db', '-f', balancing], balanced)
    // The last that starts is the first that ends.
    programs.unshift(balancer)
    balancer.start()
    await answers(url, balancer)
    const replicaUrls = names.map((name) => `http://${balanced[`STITHY_${name}`]}`)
    return { url, sshPort, replicaUrls, mortals, env, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The balancer listens, and has found somebody healthy. */
async function answers(url: string, balancer: Program): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok === true) return
    await sleep(50)
  }
  throw new Error(`Nobody answers at ${url}:\n${balancer.said}`)
}

/** As the tests have it. */
async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  let url = ''
  const provide = (_name: string, value: string): void => {
    url = value
  }
  const stop = await setup({ provide } as unknown as Parameters<typeof setup>[0])
  return { url, stop }
}
