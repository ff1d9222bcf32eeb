// cgit behind nginx: the fastest pages of git repositories that people run.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasNginx, type Nginx, startNginx } from './nginx.ts'

const program = '/usr/lib/cgit/cgit.cgi'

export function hasCgit(): boolean {
  return hasNginx() && existsSync(program)
}

/** Shows one repository, as `/real/`. As Debian sets it up: it makes each page anew. */
export async function startCgit(folder: string, repository: string): Promise<Nginx> {
  const home = join(folder, 'cgit')
  mkdirSync(home)
  const config = join(home, 'cgitrc')
  writeFileSync(
    config,
    `css=/cgit.css\nlogo=\nenable-blame=1\nreadme=:README.md\nrepo.url=real\nrepo.path=${repository}\n`,
  )
  const env = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*', HOME: home }
  return startNginx({ home, program, env: { ...env, CGIT_CONFIG: config }, parameters: { CGIT_CONFIG: config } })
}
