import { containerFailed, type Engine, engineFailed } from './engine.ts'
import type { IsolationSettings } from './settings.ts'
import { exitOf, runProgram, startProgram } from './start-program.ts'

const pullMs = 15 * 60_000

/** Brings an image unless it is there, and says which one it is. Images can be large: it can be called off. */
export async function pullImage(
  engine: Engine,
  image: string,
  settings: IsolationSettings,
  signal: AbortSignal | undefined,
): Promise<string> {
  const present = await findImage(engine, image, settings)
  if (present !== null) return present
  signal?.throwIfAborted()
  const client = startProgram([...engine.argv, 'pull', '--quiet', image], settings.env, ['ignore', 'ignore', 'pipe'])
  const stop = (): void => void client.kill('SIGKILL')
  const timer = setTimeout(stop, pullMs)
  signal?.addEventListener('abort', stop, { once: true })
  let stderr = ''
  client.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-2000)
  })
  const code = await exitOf(client)
  clearTimeout(timer)
  signal?.removeEventListener('abort', stop)
  signal?.throwIfAborted()
  const what = `The image ${image} could not be had`
  if (code !== 0) throw engineFailed(engine, { stdout: '', stderr }, what)
  const pulled = await findImage(engine, image, settings)
  if (pulled === null) throw containerFailed(what)
  return pulled
}

export async function findImage(engine: Engine, image: string, settings: IsolationSettings): Promise<string | null> {
  const words = [...engine.argv, 'image', 'inspect', '--format', '{{.Id}}', image] as const
  const { code, stdout } = await runProgram([words[0], ...words.slice(1)], { env: settings.env })
  return code === 0 ? stdout.trim() : null
}
