import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bareAddress, contains, isLoopback, networkOf, parseCidr } from '../../src/core/address.ts'

function inside(cidr: string, address: string): boolean {
  const parsed = parseCidr(cidr)
  if (parsed === null) throw new Error(`${cidr} was not understood`)
  return contains(parsed, address)
}

describe('a network', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['192.168.1.7', '192.168.1.7', true],
    ['192.168.1.7', '192.168.1.8', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['127.0.0.1', '::ffff:127.0.0.1', true],
    ['127.0.0.1', '::ffff:7f00:1', true],
    ['2001:db8::/32', '2001:db8:ffff::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['::1', '::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', '::1', false],
  ])('%s holds %s: %s', (cidr, address, expected) => {
    expect(inside(cidr, address)).toBe(expected)
  })

  it.each([
    '',
    '10.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '10.0.0.0/33',
    '::/129',
    ':::',
    '1:2:3:4:5:6:7:8:9',
    'localhost',
    '1.2.3.4/x',
  ])('%j is not one', (text) => {
    expect(parseCidr(text)).toBeNull()
  })
})

describe('one caller', () => {
  it('is an IPv4 address, however it is written', () => {
    expect(networkOf('::ffff:203.0.113.9')).toBe(networkOf('203.0.113.9'))
    expect(networkOf('203.0.113.9')).not.toBe(networkOf('203.0.113.10'))
  })

  it('is a whole /64 of IPv6, since whoever has one has all of it', () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 })
    const text = (groups: readonly number[]): string => groups.map((group) => group.toString(16)).join(':')
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        // ::ffff:0:0/96 is IPv4 in disguise.
        fc.pre(network.some((group) => group !== 0))
        expect(networkOf(`${text(network)}:${text(one)}`)).toBe(networkOf(`${text(network)}:${text(other)}`))
      }),
    )
  })

  it.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
    expect(isLoopback(address)).toBe(true)
  })

  it.each(['128.0.0.1', '::2', '10.0.0.1', 'localhost', ''])('%j is not', (address) => {
    expect(isLoopback(address)).toBe(false)
  })

  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:443', '203.0.113.9'],
    [' 203.0.113.9 ', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:65535', '2001:db8::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['unknown', null],
    ['_hidden', null],
    ['203.0.113.9:port', null],
    ['203.0.113.9:1:2', null],
    ['[2001:db8::1', null],
    ['[203.0.113]:80', null],
    ['', null],
    [undefined, null],
  ])('is written %j by a proxy: %s', (text, expected) => {
    expect(bareAddress(text)).toBe(expected)
  })
})
