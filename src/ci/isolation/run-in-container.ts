import { setTimeout as pause } from 'node:timers/promises'
import { commandScript } from './container-arguments.ts'
import type { ContainerParts } from './container-box.ts'
import { type HeldContainer, processesOf } from './held-container.ts'
import type { BoxCommand } from './isolation.ts'
import { readOutput } from './read-output.ts'
import { exitOf, startProgram } from './start-program.ts'

/** Starts a command in a container, and reads what it writes. */
export function execute(
  { engine, settings }: Pick<ContainerParts, 'engine' | 'settings'>,
  container: HeldContainer,
  command: BoxCommand,
): { exited: Promise<number>; reading: Promise<unknown> } {
  const variables = Object.entries(command.env).map(([name, value], index) => [`STITHY_${index}`, `${name}=${value}`])
  const names = variables.flatMap(([name = '']) => ['--env', name])
  const words = ['sh', '-c', commandScript, 'box', String(variables.length), ...command.argv]
  const env = { ...settings.env, ...(Object.fromEntries(variables) as Record<string, string>) }
  const argv = [...engine.argv, 'exec', ...names, container.name, ...words] as const
  const client = startProgram([argv[0], ...argv.slice(1)], env, ['ignore', 'pipe', 'pipe'])
  const exited = exitOf(client)
  const { stdout, stderr } = client
  const reading = Promise.all([
    stdout === null ? null : readOutput(stdout, 'stdout', command.onOutput),
    stderr === null ? null : readOutput(stderr, 'stderr', command.onOutput),
  ])
  return { exited, reading }
}

/** A command that ended its own shell has left its others: they must not meet the next one. */
export async function hasSurvivors(container: HeldContainer): Promise<boolean> {
  for (let tries = 0; tries < 40; tries += 1) {
    // One is the container's own.
    if ((await processesOf(container)).length <= 1) return false
    await pause(5)
  }
  return true
}

/** What was killed is not gone at once. */
export async function emptied(container: HeldContainer): Promise<void> {
  for (let tries = 0; tries < 1000 && (await processesOf(container)).length > 0; tries += 1) await pause(5)
}
