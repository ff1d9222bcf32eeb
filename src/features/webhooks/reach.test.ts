import { describe, expect, it } from 'vitest'
import { findReachable, Unreachable, whyForbidden } from './reach.ts'

const inside = new URL('http://localhost:4000/')

describe('a receiver whose name leads inside', () => {
  it('is not reached', async () => {
    await expect(findReachable(inside, [])).rejects.toThrow(Unreachable)
  })

  it('is reached where its name, or the network it leads to, is allowed', async () => {
    expect((await findReachable(inside, ['LOCALHOST'])).length).toBeGreaterThan(0)
    expect((await findReachable(inside, ['127.0.0.0/8', '::1'])).length).toBeGreaterThan(0)
    await expect(findReachable(inside, ['10.0.0.0/8'])).rejects.toThrow(Unreachable)
  })

  it('is reached at the address that is allowed, where the name of this machine has two', async () => {
    const both = [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const found = findReachable(inside, ['127.0.0.1'], () => Promise.resolve(both))
    expect(await found).toEqual([{ address: '127.0.0.1', family: 4 }])
    const another = findReachable(new URL('http://evil.example/'), ['127.0.0.1'], () => Promise.resolve(both))
    await expect(another).rejects.toThrow(Unreachable)
  })
})

describe('a name that somebody else answers for', () => {
  const evil = new URL('http://evil.example/')
  const outside = { address: '93.184.216.34', family: 4 }

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00::1', '::ffff:192.168.0.1', '64:ff9b::a00:1'])(
    'is refused when it also leads to %s, wherever that stands in the answer',
    async (address) => {
      const inner = { address, family: address.includes(':') ? 6 : 4 }
      for (const answer of [[outside, inner], [inner, outside], [inner]]) {
        await expect(findReachable(evil, [], () => Promise.resolve(answer))).rejects.toThrow(Unreachable)
      }
    },
  )

  it('is refused without a word about where it leads, which only the operator may know', async () => {
    const inner = { address: '10.1.2.3', family: 4 }
    const refused = await findReachable(evil, [], () => Promise.resolve([inner])).catch((error: unknown) => error)
    expect(refused).toMatchObject({ address: '10.1.2.3', message: expect.stringMatching(/^evil\.example leads to /) })
    expect(String(refused)).not.toContain('10.1.2.3')
  })

  it('is asked for once: what it says the second time is not heard', async () => {
    let asked = 0
    const changing = () => Promise.resolve([asked++ === 0 ? outside : { address: '127.0.0.1', family: 4 }])
    expect(await findReachable(evil, [], changing)).toEqual([{ address: outside.address, family: 4 }])
    expect(asked).toBe(1)
  })

  it('is reached at the first address of each kind', async () => {
    const newer = { address: '2606:2800:220:1::1', family: 6 }
    const others = [
      { address: '93.184.216.35', family: 4 },
      { address: '2606:2800:220:1::2', family: 6 },
    ]
    expect(await findReachable(evil, [], () => Promise.resolve([outside, newer, ...others]))).toEqual([outside, newer])
    expect(await findReachable(evil, [], () => Promise.resolve([newer, outside, ...others]))).toEqual([newer, outside])
  })
})

describe('a URL', () => {
  it.each(['http://127.1/', 'http://0x7f.1/', 'http://017700000001/', 'http://[::1]:80/', 'http://x.localhost/'])(
    '%s is known for what it is',
    (text) => {
      expect(whyForbidden(new URL(text), [])).not.toBeNull()
    },
  )

  it.each(['127.0.0.1', '127.0.0.0/8', '::1', 'localhost'])(
    'with the name of this machine is taken with %s allowed',
    (one) => {
      expect(whyForbidden(inside, [one])).toBeNull()
      expect(whyForbidden(inside, ['10.0.0.0/8'])).not.toBeNull()
    },
  )

  it('with a name is looked at when it is used', () => {
    expect(whyForbidden(new URL('https://example.org/'), [])).toBeNull()
  })
})
