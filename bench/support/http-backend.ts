// nginx with git's own http-backend behind fcgiwrap, from Debian's packages: what people would run without a forge.
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, processorMs } from './process.ts'

const nginx = '/usr/sbin/nginx'
const fcgiwrap = '/usr/sbin/fcgiwrap'
const backend = '/usr/lib/git-core/git-http-backend'

export function hasHttpBackend(): boolean {
  return [nginx, fcgiwrap, backend].every((program) => existsSync(program))
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
  const port = await freePort()
  const socket = join(home, 'fcgi.sock')
  const script = join(home, 'backend.sh')
  const times = join(home, 'times')
  // fcgiwrap does not wait for its children, so nobody is told what they cost: they are asked on their way out.
  writeFileSync(script, `#!/bin/sh\n${backend}\ntimes >> ${times}\n`)
  chmodSync(script, 0o755)
  writeFileSync(times, '')
  writeFileSync(join(home, 'nginx.conf'), configuration({ home, port, socket, root, script }))
  const config = { GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
  const durable = { GIT_CONFIG_KEY_1: 'core.fsync', GIT_CONFIG_VALUE_1: 'all' }
  const env = { PATH: process.env['PATH'] ?? '', ...config, ...durable }
  const wrap = spawn(fcgiwrap, ['-c', '4', '-s', `unix:${socket}`], { env, stdio: 'ignore' })
  while (!existsSync(socket)) await sleep(10)
  const web = spawn(nginx, ['-p', home, '-c', join(home, 'nginx.conf')], { stdio: 'ignore' })
  const stop = (): void => {
    web.kill('SIGKILL')
    wrap.kill('SIGKILL')
  }
  process.once('exit', stop)
  await sleep(300)
  return {
    url: `http://127.0.0.1:${port}`,
    processorMs: () => processorMs(web.pid ?? 0) + sumOf(readFileSync(times, 'utf8')),
    stop,
  }
}

/** Each time two lines, of the shell and of what it ran: `0m0.01s 0m0.02s`. */
function sumOf(text: string): number {
  let ms = 0
  for (const [, minutes, seconds] of text.matchAll(/(\d+)m([\d.]+)s/g))
    ms += (Number(minutes) * 60 + Number(seconds)) * 1000
  return ms
}

interface At {
  readonly home: string
  readonly port: number
  readonly socket: string
  readonly root: string
  readonly script: string
}

function configuration(at: At): string {
  return `
daemon off;
master_process off;
pid ${at.home}/nginx.pid;
error_log ${at.home}/error.log;
events {}
http {
  access_log ${at.home}/access.log;
  client_body_temp_path ${at.home}/body;
  fastcgi_temp_path ${at.home}/fcgi;
  proxy_temp_path ${at.home}/proxy;
  uwsgi_temp_path ${at.home}/uwsgi;
  scgi_temp_path ${at.home}/scgi;
  server {
    listen 127.0.0.1:${at.port};
    client_max_body_size 0;
    location / {
      fastcgi_pass unix:${at.socket};
      fastcgi_buffering off;
      fastcgi_request_buffering off;
      fastcgi_read_timeout 600;
      fastcgi_param SCRIPT_FILENAME ${at.script};
      fastcgi_param GIT_PROJECT_ROOT ${at.root};
      fastcgi_param GIT_HTTP_EXPORT_ALL "";
      fastcgi_param GIT_PROTOCOL $http_git_protocol;
      fastcgi_param PATH_INFO $uri;
      fastcgi_param QUERY_STRING $query_string;
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param CONTENT_TYPE $content_type;
      fastcgi_param CONTENT_LENGTH $content_length;
      fastcgi_param HTTP_CONTENT_ENCODING $http_content_encoding;
      fastcgi_param REMOTE_USER ada;
      fastcgi_param REMOTE_ADDR $remote_addr;
    }
  }
}
`
}
