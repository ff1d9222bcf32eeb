// git's own http-backend behind nginx: what people would run without a forge.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasNginx, startNginx } from './nginx.ts'

const backend = '/usr/lib/git-core/git-http-backend'

export function hasHttpBackend(): boolean {
  return hasNginx() && existsSync(backend)
}

export interface HttpBackend {
  readonly url: string
  /** Processor time of the web server and of all gits that it had started so far. */
  readonly processorMs: () => number
  stop(): void
}

/** Serves every repository below `root`, for reading and for writing. */
export async function startHttpBackend(folder: string, root: string): Promise<HttpBackend> {
  const home = join(folder, 'nginx')
  mkdirSync(home)
  const program = join(home, 'backend.sh')
  const times = join(home, 'times')
  // fcgiwrap does not wait for its children, so nobody is told what they cost: they are asked on their way out.
  // Bash tells thousandths of a second, which a small git needs; of its two lines the second is what it ran.
  writeFileSync(program, `#!/bin/bash\n${backend}\ntimes > ${times}/$$-$RANDOM\n`)
  chmodSync(program, 0o755)
  mkdirSync(times)
  const safe = { GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
  const durable = { GIT_CONFIG_KEY_1: 'core.fsync', GIT_CONFIG_VALUE_1: 'all' }
  const web = await startNginx({
    home,
    program,
    env: { ...safe, ...durable },
    parameters: {
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '""',
      GIT_PROTOCOL: '$http_git_protocol',
      REMOTE_USER: 'ada',
    },
  })
  return { ...web, processorMs: () => web.processorMs() + sumOf(times) }
}

/** Each in a file of its own: `0m0.001s 0m0.002s` of the shell, and below it of what it ran. */
function sumOf(folder: string): number {
  let ms = 0
  for (const file of readdirSync(folder)) {
    const [, ran = ''] = readFileSync(join(folder, file), 'utf8').split('\n')
    for (const [, minutes, seconds] of ran.matchAll(/(\d+)m([\d.]+)s/g)) {
      ms += (Number(minutes) * 60 + Number(seconds)) * 1000
    }
  }
  return ms
}
