import { describe, expect, it } from 'vitest'
import { findReachable, Unreachable, whyForbidden } from './reach.ts'

const inside = new URL('http://localhost:4000/')

describe('a receiver whose name leads inside', () => {
  it('is not reached', async () => {
    await expect(findReachable(inside, [])).rejects.toThrow(Unreachable)
  })

  it('is reached where its name, or the network it leads to, is allowed', async () => {
    await expect(findReachable(inside, ['LOCALHOST'])).resolves.toMatchObject({ address: expect.any(String) })
    await expect(findReachable(inside, ['127.0.0.0/8', '::1'])).resolves.toMatchObject({ address: expect.any(String) })
    await expect(findReachable(inside, ['10.0.0.0/8'])).rejects.toThrow(Unreachable)
  })
})

describe('a URL', () => {
  it.each(['http://127.1/', 'http://0x7f.1/', 'http://017700000001/', 'http://[::1]:80/', 'http://x.localhost/'])(
    '%s is known for what it is',
    (text) => {
      expect(whyForbidden(new URL(text), [])).not.toBeNull()
    },
  )

  it('with a name is looked at when it is used', () => {
    expect(whyForbidden(new URL('https://example.org/'), [])).toBeNull()
  })
})
