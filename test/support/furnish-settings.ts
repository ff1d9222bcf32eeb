// What people set up in a repository that `furnishCode` has filled: releases with files, keys, protections.

import type { Client } from './client.ts'
import { newPublicKey } from './new-public-key.ts'
import type { Person } from './people.ts'
import type { TestStithy } from './stithy.ts'

const notes = `## What is new

- Strikes **hotter**, see [the source](src/strike.ts)
- Holds longer

\`\`\`sh
npm install anvil@1.0
\`\`\`
`

/** The address is one that nobody ever has: the first try fails, the next one is due in a while. */
export async function furnishWebhook(client: Client, place: string): Promise<void> {
  const hook = await client.post(`${place}/hooks`, { url: 'https://hooks.example.invalid/stithy', secret: 'hush' })
  await client.post(`${place}/hooks/${hook.body.id}/test`)
}

export async function furnishSettings(stithy: TestStithy, person: Person): Promise<void> {
  const client = stithy.client('B').as(person.access)
  const repo = `repos/${person.username}/anvil`
  const attach = (name: string) =>
    client.send('POST', `${repo}/attachments?name=${encodeURIComponent(name)}`, { raw: Buffer.alloc(3000, name) })
  await attach(
    'a picture with quite a long name that goes on and on, taken by a camera and never shown to anybody.jpeg',
  )
  const body = `Be careful: ${(await attach('measurements.csv')).body.markdown}`
  await client.post(`${repo}/releases`, { tag_name: 'v0.1', name: 'A try', body, prerelease: true })
  const release = await client.post(`${repo}/releases`, { tag_name: 'v1.0', name: 'The first that holds', body: notes })
  await client.send('POST', `${repo}/releases/${release.body.id}/assets?name=anvil-1.0.tar.gz`, {
    raw: Buffer.alloc(3000, 'x'),
    headers: { 'content-type': 'application/gzip' },
  })
  await client.post(`${repo}/keys`, { title: 'builder', key: newPublicKey('builder'), read_only: true })
  await furnishWebhook(client, repo)
  await client.post(`${repo}/branch-protections`, {
    pattern: 'release/*',
    allowed_pushers: [person.username],
    required_approvals: 2,
    required_checks: ['test', 'lint'],
    require_code_owner_approval: true,
    require_up_to_date: true,
  })
  await client.post(`${repo}/tag-protections`, { pattern: 'v*' })
}
