// nginx with one program behind fcgiwrap, from Debian's packages.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, processorMs } from './process.ts'

const nginx = '/usr/sbin/nginx'
const fcgiwrap = '/usr/sbin/fcgiwrap'

export function hasNginx(): boolean {
  return existsSync(nginx) && existsSync(fcgiwrap)
}

export interface Nginx {
  readonly url: string
  readonly pid: number
  readonly processorMs: () => number
  stop(): void
}

export interface Behind {
  /** A folder of its own. */
  readonly home: string
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  /** What the program is told with every request, besides what everything is told. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Sends every request to the program. */
export async function startNginx({ home, program, env, parameters }: Behind): Promise<Nginx> {
  mkdirSync(home, { recursive: true })
  const port = await freePort()
  const socket = join(home, 'fcgi.sock')
  writeFileSync(
    join(home, 'nginx.conf'),
    configuration(home, port, socket, { SCRIPT_FILENAME: program, ...parameters }),
  )
  const path = { PATH: process.env['PATH'] ?? '' }
  // A group of its own: those that it starts do not end with it.
  const wrap = spawn(fcgiwrap, ['-c', '4', '-s', `unix:${socket}`], {
    env: { ...path, ...env },
    stdio: 'ignore',
    detached: true,
  })
  while (!existsSync(socket)) await sleep(10)
  const web = spawn(nginx, ['-p', home, '-c', join(home, 'nginx.conf')], { stdio: 'ignore' })
  const stop = (): void => {
    web.kill('SIGKILL')
    endGroup(wrap.pid)
  }
  process.once('exit', stop)
  await sleep(300)
  const pid = web.pid ?? 0
  return { url: `http://127.0.0.1:${port}`, pid, processorMs: () => processorMs(pid), stop }
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

function configuration(
  home: string,
  port: number,
  socket: string,
  parameters: Readonly<Record<string, string>>,
): string {
  const all = {
    PATH_INFO: '$uri',
    QUERY_STRING: '$query_string',
    REQUEST_METHOD: '$request_method',
    CONTENT_TYPE: '$content_type',
    CONTENT_LENGTH: '$content_length',
    HTTP_CONTENT_ENCODING: '$http_content_encoding',
    REMOTE_ADDR: '$remote_addr',
    ...parameters,
  }
  const lines = Object.entries(all).map(([name, value]) => `      fastcgi_param ${name} ${value};`)
  return `
daemon off;
master_process off;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
events {}
http {
  access_log ${home}/access.log;
  client_body_temp_path ${home}/body;
  fastcgi_temp_path ${home}/fcgi;
  proxy_temp_path ${home}/proxy;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      fastcgi_pass unix:${socket};
      fastcgi_buffering off;
      fastcgi_request_buffering off;
      fastcgi_read_timeout 600;
${lines.join('\n')}
    }
  }
}
`
}
