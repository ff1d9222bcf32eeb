// A repository of a team with a configuration, one that is wrong, and variables in both places.

import type { Person } from './people.ts'
import { base64 } from './repos.ts'
import type { TestStithy } from './stithy.ts'

const config = `# Everything that has to hold before it is merged.
version: 1
image: debian:12
timeout: 30m
variables: { LEVEL: info }
when: { branch: [main, "release/*"], event: [push, pull_request] }
jobs:
  test:
    steps:
      - name: unit
        run: |
          make build
          make test
    artifacts: { paths: [coverage/], expire_in: 7d }
  deploy:
    needs: [test]
    when: { branch: [main] }
    steps:
      - run: ./deploy --token "$DEPLOY_TOKEN"
`

export async function furnishCi(stithy: TestStithy, person: Person): Promise<void> {
  const client = stithy.client('B').as(person.access)
  const repo = 'repos/smiths/bellows'
  await client.send('PUT', `${repo}/ci/config`, { body: { content: config, message: 'Test and deploy' } })
  const wrong = config.replace('steps:', 'stepz:').replace('needs: [test]', 'needs: [tset]')
  await client.send('PUT', `${repo}/contents/.svc-ci.yml`, {
    body: {
      content: base64(wrong),
      new_branch: 'broken',
      sha: (await client.get(`${repo}/ci/config`)).body.sha,
    },
  })
  const team = 'teams/smiths/ci/variables'
  await client.post(team, { key: 'REGION', value: 'eu-central' })
  await client.post(team, { key: 'DEPLOY_TOKEN', value: 'the team has one', secret: true })
  await client.post(team, { key: 'NOTES', value: 'Several lines\nof text' })
  const own = `${repo}/ci/variables`
  await client.post(own, { key: 'DEPLOY_TOKEN', value: 'and so has it', secret: true, protected_only: true })
  await client.post(own, { key: 'SERVER', value: `https://example.org/${'long/'.repeat(40)}` })
  await client.post(own, { key: 'EMPTY', value: '' })
}
