// A real S3-compatible storage in a process of its own, behind a line that can be cut.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

export interface ObjectStorage {
  readonly env: Readonly<Record<string, string>>
  /** Where it keeps its objects. */
  readonly folder: string
  /** Lets so many bytes more come back, then breaks the connection: once for each number. */
  cut(...bytes: readonly number[]): void
  /** How often the line was cut. */
  cuts(): number
  stop(): void
}

const program = fileURLToPath(import.meta.resolve('s3rver/bin/s3rver.js'))

export async function startObjectStorage(): Promise<ObjectStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'stithy-objects-'))
  const [port, inner] = [await freePort(), await freePort()]
  const words = ['-d', folder, '-a', '127.0.0.1', '-p', String(inner), '--no-vhost-buckets']
  const child = spawn(process.execPath, ['--no-deprecation', program, ...words, '--configure-bucket', 'forge'])
  child.stderr.resume()
  const said = once(child.stdout, 'data')
  await Promise.race([said, once(child, 'exit').then(() => Promise.reject(new Error('No object storage')))])
  child.stdout.resume()
  const line = cuttableLine(inner)
  line.server.listen(port, '127.0.0.1')
  await once(line.server, 'listening')
  return {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'forge',
      S3_ACCESS_KEY: 'S3RVER',
      S3_SECRET_KEY: 'S3RVER',
    },
    folder,
    cut: (...bytes) => void line.limits.push(...bytes),
    cuts: () => line.count(),
    stop: () => {
      line.server.close()
      child.kill()
    },
  }
}

function cuttableLine(inner: number): {
  server: ReturnType<typeof createServer>
  limits: number[]
  count(): number
} {
  const limits: number[] = []
  let count = 0
  const server = createServer((near: Socket) => {
    const far = connect(inner, '127.0.0.1')
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    for (const side of [near, far]) side.on('error', end).on('close', end)
    near.pipe(far)
    far.on('data', (chunk: Buffer) => {
      const left = limits[0]
      if (left === undefined || left >= chunk.length) {
        if (left !== undefined) limits[0] = left - chunk.length
        if (!near.write(chunk)) {
          far.pause()
          near.once('drain', () => far.resume())
        }
        return
      }
      limits.shift()
      count += 1
      near.write(chunk.subarray(0, left), end)
    })
  })
  return { server, limits, count: () => count }
}
