import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BoxCommand } from './isolation.ts'
import { launchArgv, openPipe } from './launch-sandbox.ts'
import { sandboxArguments } from './sandbox-arguments.ts'
import type { SandboxParts } from './sandbox-box.ts'
import { startProgram } from './start-program.ts'

/** Starts bubblewrap around a command, which waits for a word to begin. */
export function startSandbox(
  parts: SandboxParts,
  command: BoxCommand,
): { child: ChildProcess; stdout: Readable; stderr: Readable } {
  const { settings, folder, limits, sources, filter, hidden, plan } = parts
  const [out, err] = [openPipe(join(folder.path, 'stdout')), openPipe(join(folder.path, 'stderr'))]
  const calls = openSync(filter, 'r')
  const argv = launchArgv({ ...plan, command: command.argv })
  const child = startProgram(argv, settings.env, ['pipe', out.write, err.write, 'pipe', 'pipe', calls])
  for (const fd of [out.write, err.write, calls]) closeSync(fd)
  const words = child.stdio[4]
  if (words instanceof Socket) {
    words.on('error', () => undefined)
    words.end(`${sandboxArguments(sources, command.env, limits, hidden).join('\0')}\0`)
  }
  const [stdout, stderr] = [out.read, err.read].map((fd) => new Socket({ fd, readable: true, writable: false }))
  if (stdout === undefined || stderr === undefined) throw new Error('No pipes')
  return { child, stdout, stderr }
}
