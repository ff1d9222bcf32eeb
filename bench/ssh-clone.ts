// A clone over our SSH against the same clone over OpenSSH's own server.
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare, type Figure, figure, type Options, type Round } from './support/benchmark.ts'
import { clone, makeRepository, newKey, pushTo } from './support/git-client.ts'
import { answerTimes } from './support/load.ts'
import { findSshd, startSshd } from './support/sshd.ts'
import { addSshKey, newRepo, newSite } from './support/stithy.ts'

export const name = 'ssh-clone'
export const against = 'OpenSSH'

export async function run({ short }: Options): Promise<readonly Figure[]> {
  if (findSshd() === null) {
    console.error('skipped: there is no sshd to compare with (Debian: apt-get install openssh-server)')
    return []
  }
  const site = await newSite()
  try {
    const key = newKey(site.folder)
    const { folder, megabytes } = await makeRepository(site.folder, short ? 20 : 100)
    const stithy = await site.start()
    await addSshKey(stithy, key.line)
    await newRepo(stithy, 'large')
    const ours = `ssh://git@127.0.0.1:${site.sshPort}/ada/large.git`
    await pushTo(ours, folder, key)
    const sshd = await startSshd(site.folder, key)
    const round = (url: string) => async (): Promise<Round> => {
      const target = join(site.folder, 'clone')
      if (existsSync(target)) rmSync(target, { recursive: true })
      mkdirSync(target)
      const answers = answerTimes(stithy, '/healthz')
      const began = performance.now()
      await clone(url, target, key)
      const seconds = (performance.now() - began) / 1000
      return { perSecond: megabytes / seconds, p99: await answers.stop() }
    }
    const subject = round(ours)
    const baseline = round(`ssh://${sshd.user}@127.0.0.1:${sshd.port}${folder}`)
    await compare(1, subject, baseline)
    const compared = await compare(short ? 3 : 7, subject, baseline)
    await sshd.stop()
    await stithy.stop()
    return [
      figure(compared, 'perSecond', {
        what: `clone of ${Math.round(megabytes)} MB over SSH`,
        unit: 'MB/s',
        better: 'higher',
        target: { of: 'ratio', atLeast: 0.8 },
      }),
      figure(compared, 'p99', { what: '99 % of HTTP answers meanwhile within', unit: 'ms' }),
    ]
  } finally {
    site.remove()
  }
}
