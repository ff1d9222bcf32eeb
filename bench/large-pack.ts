// The server's memory while a large pack passes through it, in and out.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { git, makeRepository } from './support/git-client.ts'
import { residentMegabytes, type ServerProcess } from './support/process.ts'
import { newRepo, newSite, newToken } from './support/stithy.ts'

export const name = 'large-pack'
export const against = 'the same service, idle'

const lookMs = 50

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const site = await newSite()
  try {
    const { folder, megabytes } = await makeRepository(site.folder, short ? 50 : 1024)
    const stithy = await site.start()
    const token = await newToken(stithy, ['repo:write'])
    const url = `${stithy.url.replace('://', `://x:${token}@`)}/ada/large`
    await newRepo(stithy, 'large')
    // Warm: what a first push and clone load stays loaded.
    const small = mkdtempSync(join(site.folder, 'small-'))
    await newRepo(stithy, 'small')
    await git(small, 'init', '-q', '-b', 'main')
    await git(small, 'commit', '-q', '--allow-empty', '-m', 'Small')
    await git(small, 'push', '-q', url.replace('/large', '/small'), 'main')
    const idle = (): Promise<Round> => Promise.resolve({ megabytes: residentMegabytes(stithy.pid) })
    const passing = async (): Promise<Round> => {
      const target = mkdtempSync(join(site.folder, 'clone-'))
      const round = await highest(stithy, async () => {
        await git(folder, 'push', '-q', url, 'main')
        await git(target, 'clone', '-q', '--bare', url, '.')
      })
      rmSync(target, { recursive: true })
      return round
    }
    const compared = await compare(1, passing, idle)
    await stithy.stop()
    return [
      figure(compared, 'megabytes', {
        what: `resident at most, while ${Math.round(megabytes)} MB come and go`,
        unit: 'MB',
        target: { of: 'ratio', atMost: 1.6 },
      }),
    ]
  } finally {
    site.remove()
  }
}

async function highest(server: ServerProcess, work: () => Promise<void>): Promise<Round> {
  let megabytes = 0
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(server.pid))
  }, lookMs)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return { megabytes }
}
