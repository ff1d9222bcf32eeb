// The whole path of an authenticated API request against what the framework alone costs.

import { startBaseline } from './support/baseline.ts'
import { compare, type Figure, figure, type Options } from './support/benchmark.ts'
import { load } from './support/load.ts'
import { newSite, newToken } from './support/stithy.ts'

export const name = 'api-user'

const path = '/api/v1/user'

export async function run({ short }: Options): Promise<readonly Figure[]> {
  const site = await newSite()
  try {
    const stithy = await site.start()
    const authorization = `Bearer ${await newToken(stithy)}`
    const answer = await fetch(stithy.url + path, { headers: { authorization } })
    if (answer.status !== 200) throw new Error(`GET ${path}: ${answer.status}`)
    const contentType = answer.headers.get('content-type') ?? ''
    const bare = await startBaseline(site.folder, { route: path, body: await answer.text(), contentType })

    const seconds = short ? 2 : 5
    const subject = () => load(stithy, path, seconds, { authorization })
    const baseline = () => load(bare, path, seconds, { authorization })
    await compare(1, subject, baseline)
    const compared = await compare(short ? 3 : 7, subject, baseline)
    await stithy.stop()
    await bare.stop()
    return [
      figure(compared, 'perSecond', {
        what: 'GET /api/v1/user with a token',
        unit: 'requests/s',
        target: { of: 'ratio', atLeast: 0.4 },
      }),
      figure(compared, 'processorMicros', { what: 'processor time of it', unit: 'µs' }),
      figure(compared, 'busyPercent', { what: 'how busy the server was', unit: '%' }),
      figure(compared, 'p99', { what: '99 % of answers within', unit: 'ms' }),
    ]
  } finally {
    site.remove()
  }
}
