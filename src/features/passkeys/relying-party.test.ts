import { expect, it } from 'vitest'
import { passkeyPlace } from './relying-party.ts'

it.each([
  ['https://git.example.org', 'git.example.org', 'https://git.example.org'],
  ['https://git.example.org:8443', 'git.example.org', 'https://git.example.org:8443'],
  ['http://localhost:4000', 'localhost', 'http://localhost:4000'],
  ['http://git.localhost', 'git.localhost', 'http://git.localhost'],
])('at %s passkeys are for %s', (BASE_URL, id, origin) => {
  expect(passkeyPlace({ BASE_URL })).toEqual({ party: { id, origin } })
})

it.each([
  ['http://git.example.org', 'over https only'],
  ['http://localhost.example.org', 'over https only'],
  ['http://127.0.0.1:4000', 'for host names only'],
  ['https://192.0.2.1', 'for host names only'],
  ['https://[2001:db8::1]', 'for host names only'],
])('at %s browsers have none: they have them %s', (BASE_URL, why) => {
  expect(passkeyPlace({ BASE_URL })).toEqual({ why: expect.stringContaining(why) })
})
