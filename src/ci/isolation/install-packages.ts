import { createHash } from 'node:crypto'
import { Fault } from '../../core/errors.ts'
import { closeRoutes } from './close-routes.ts'
import { confinement } from './container-arguments.ts'
import { callEngine, type Engine, engineFailed, labelsFor, removeContainers } from './engine.ts'
import { holdContainer, nameserversOf } from './held-container.ts'
import type { BoxRequest } from './isolation.ts'
import { findImage } from './pull-image.ts'
import type { IsolationSettings } from './settings.ts'
import { runProgram } from './start-program.ts'

const installMs = 10 * 60_000
const installRights = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SETGID', 'SETUID'].flatMap((right) => [
  '--cap-add',
  right,
])

const installScript = `set -e
if command -v apt-get >/dev/null; then
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive exec apt-get -qq -y --no-install-recommends install -- "$@"
elif command -v apk >/dev/null; then exec apk add --quiet --no-cache -- "$@"
elif command -v dnf >/dev/null; then exec dnf -q -y install -- "$@"
else echo 'The image has no apt-get, apk or dnf to install packages with' >&2; exit 1
fi`

const madeLabel = 'stithy.packages=1'

/** Images of packages are kept for a week, and longer while something runs in them. */
export async function removeOldImages(engine: Engine, settings: IsolationSettings): Promise<void> {
  const words = [
    'image',
    'prune',
    '--all',
    '--force',
    '--filter',
    `label=${madeLabel}`,
    '--filter',
    'until=168h',
  ] as const
  await runProgram([...engine.argv, ...words], { env: settings.env, timeoutMs: installMs })
}

/**
 * The image with the packages in it. Made once and kept by the engine: the next job with the same starts at once. Only
 * here is there a network, and only here is somebody root; the job's own program is not there yet.
 */
export async function installPackages(
  engine: Engine,
  image: string,
  request: BoxRequest,
  settings: IsolationSettings,
): Promise<string> {
  const packages = [...new Set(request.packages)].toSorted()
  if (packages.length === 0) return image
  const odd = packages.find((name) => !/^[a-z0-9][a-zA-Z0-9+._:=~-]{0,127}$/.test(name))
  if (odd !== undefined) throw new Fault('invalid', `Not the name of a package: ${odd}`, { code: 'CI_PACKAGE_INVALID' })
  const key = createHash('sha256')
    .update([image, ...packages].join('\n'))
    .digest('hex')
    .slice(0, 32)
  const made = `localhost/stithy-packages:${key}`
  if ((await findImage(engine, made, settings)) !== null) return made
  const name = `stithy-${request.label}.install`
  const words = [
    ['--interactive', '--rm', '--pull', 'never', '--user', '0:0', '--entrypoint', '/bin/sh'],
    ['--sysctl', 'net.ipv6.conf.all.disable_ipv6=1', ...labelsFor(settings, request.label)],
    [...confinement(engine, settings, request.limits), ...installRights],
  ].flat()
  try {
    const container = await holdContainer({ engine, settings, name, words, image })
    await closeRoutes(container.pid, await nameserversOf(engine, container, settings), settings.env)
    const install = [...engine.argv, 'exec', name, '/bin/sh', '-c', installScript, 'install', ...packages] as const
    const ended = await runProgram([install[0], ...install.slice(1)], { env: settings.env, timeoutMs: installMs })
    request.signal?.throwIfAborted()
    if (ended.code !== 0) throw engineFailed(engine, ended, `The packages ${packages.join(', ')} were not installed`)
    await callEngine(engine, ['commit', '--change', `LABEL ${madeLabel}`, name, made], {
      ...settings,
      timeoutMs: installMs,
    })
    return made
  } finally {
    await removeContainers(engine, [name], settings)
  }
}
