// Variables, webhooks and large files.
import { createHash } from 'node:crypto'
import { type Act, ask, client, count, rows, sightOf, unique } from '../world.ts'

export const variable: Act = async (world) => {
  const key = `V_${unique(world).toUpperCase()}`
  const { outcome } = await ask(
    world,
    client(world, 'session').post('repos/ada/work/ci/variables', { key, value: 'a secret text', is_secret: true }),
  )
  if (outcome === 'refused') return null
  return {
    what: `variable ${key}`,
    outcome,
    look: async () => {
      const row = await count(world, `ci_variables where key = '${key}'`)
      const audit = await count(
        world,
        `audit where event = 'VARIABLE_CREATED' and (target_name like '%${key}%' or metadata like '%${key}%')`,
      )
      return sightOf(row, { row, audit })
    },
  }
}

export const webhook: Act = async (world) => {
  const url = `${world.receiver.url}/${unique(world)}`
  const body = { url, events: ['release'] }
  const { outcome } = await ask(world, client(world, 'session').post('repos/ada/work/hooks', body))
  if (outcome === 'refused') return null
  return {
    what: `webhook ${url}`,
    outcome,
    look: async () => {
      const found = await rows(world, `select uuid from webhooks where url = '${url}'`)
      const uuids = found.map(({ uuid }) => `'${String(uuid)}'`).join(', ') || "''"
      const audit = await count(world, `audit where event = 'WEBHOOK_CREATED' and target_id in (${uuids})`)
      return sightOf(found.length, { row: found.length, audit })
    },
  }
}

export const largeFile: Act = async (world) => {
  const text = `large ${unique(world)} `.repeat(200)
  const oid = createHash('sha256').update(text).digest('hex')
  const path = `/ada/work.git/info/lfs/objects/${oid}`
  const { outcome } = await ask(world, client(world, 'ada').send('PUT', path, { raw: text }))
  if (outcome === 'refused') return null
  return {
    what: `large file ${oid}`,
    outcome,
    look: async () => {
      // Forks take it along.
      const row = await count(
        world,
        `lfs_objects join repos on repos.id = repo_id where oid = '${oid}' and repos.slug = 'work'`,
      )
      const blob = await count(world, `blobs where sha256 = '${oid}'`)
      const answer = await client(world, 'ada').get(path)
      return sightOf(row, { row, blob, bytes: answer.status === 200 && answer.text === text ? 1 : 0 })
    },
  }
}
