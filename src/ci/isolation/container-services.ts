import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Fault } from '../../core/errors.ts'
import type { PlannedService } from '../plan.ts'
import { confinement, requireImageName } from './container-arguments.ts'
import type { ContainerParts } from './container-box.ts'
import { callEngine, labelsFor } from './engine.ts'
import { pullImage } from './pull-image.ts'

/** What images of servers need to give up being root by themselves. */
const startingRights = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'].flatMap((right) => ['--cap-add', right])

export function serviceName(label: string, index: number): string {
  return `stithy-${label}.service-${index}`
}

/**
 * Servers beside a job, in its own network: the job finds each under its name, nobody else finds any. There is no
 * bridge and no address to give back afterwards; two servers cannot listen on the same port. Says where they write to.
 */
export async function startServices(parts: ContainerParts, job: string): Promise<string[]> {
  const { engine, settings, request, folder } = parts
  const folders: string[] = []
  for (const [index, service] of request.services.entries()) {
    const name = serviceName(request.label, index)
    const image = requireImageName(service.image)
    await pullImage(engine, image, settings, request.signal)
    const variables = join(folder.path, `service-${index}.env`)
    await writeFile(variables, linesOf(service), { mode: 0o600 })
    const words = [
      ...labelsFor(settings, request.label),
      ...confinement(engine, settings, request.limits),
      ...startingRights,
    ]
    const network = ['--network', `container:${job}`, '--env-file', variables]
    await callEngine(
      engine,
      ['run', '--detach', '--rm', '--name', name, '--pull', 'never', ...words, ...network, image],
      { ...settings, what: `The service ${service.name} did not start` },
    )
    const format = '{{.GraphDriver.Data.UpperDir}}{{range .Mounts}}\n{{.Source}}{{end}}'
    const places = await callEngine(engine, ['inspect', '--format', format, name], settings)
    if (process.getuid?.() === 0) folders.push(...places.split('\n').filter((place) => place.startsWith('/')))
  }
  return folders
}

/** In a file, because what is on a command line can be read by everybody on the machine. */
function linesOf({ name, env }: PlannedService): string {
  const lines = Object.entries(env).map(([key, value]) => `${key}=${value}`)
  if (lines.some((line) => /[\n\r\0]/.test(line))) {
    throw new Fault('invalid', `A variable of the service ${name} has more than one line`, {
      code: 'CI_SERVICE_INVALID',
    })
  }
  return lines.map((line) => `${line}\n`).join('')
}
