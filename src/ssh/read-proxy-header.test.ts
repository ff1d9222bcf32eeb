import { describe, expect, it } from 'vitest'
import { parseHeader } from './read-proxy-header.ts'

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')
const signature = bytes('\r\n\r\n\0\r\nQUIT\n')
const binary = (command: number, family: number, body: Buffer): Buffer =>
  Buffer.concat([signature, Buffer.from([command, family, body.length >> 8, body.length & 255]), body])

const v4 = Buffer.from([192, 0, 2, 1, 198, 51, 100, 1, 0, 1, 0, 22])
const v6 = Buffer.concat([Buffer.from('20010db8000000000000000000000001', 'hex'), Buffer.alloc(20)])

describe('the header of a proxy', () => {
  it.each([
    ['version 1', bytes('PROXY TCP4 192.0.2.1 198.51.100.1 56324 22\r\nSSH-2.0'), { length: 44, ip: '192.0.2.1' }],
    ['version 1, IPv6', bytes('PROXY TCP6 2001:db8::1 ::1 1 22\r\n'), { length: 33, ip: '2001:db8::1' }],
    ['version 1 of nobody', bytes('PROXY UNKNOWN\r\n'), { length: 15, ip: null }],
    ['version 1 with nonsense', bytes('PROXY TCP4 1.2.3.4.5 x y z\r\n'), { length: 28, ip: null }],
    ['version 2', binary(0x21, 0x11, v4), { length: 28, ip: '192.0.2.1' }],
    ['version 2, IPv6', binary(0x21, 0x21, v6), { length: 52, ip: '2001:db8:0:0:0:0:0:1' }],
    [
      'version 2 with more behind it',
      binary(0x21, 0x11, Buffer.concat([v4, Buffer.alloc(9)])),
      { length: 37, ip: '192.0.2.1' },
    ],
    ['version 2 that looks whether we live', binary(0x20, 0, Buffer.alloc(0)), { length: 16, ip: null }],
    ['version 2 cut short', binary(0x21, 0x11, Buffer.alloc(3)), { length: 19, ip: null }],
    ['nothing yet', bytes(''), 'more'],
    ['a beginning', bytes('PRO'), 'more'],
    ['a beginning of version 2', signature.subarray(0, 7), 'more'],
    ['a client', bytes('SSH-2.0-OpenSSH_9.2\r\n'), null],
    ['an endless line', bytes(`PROXY ${'x'.repeat(200)}`), null],
    ['an endless header', binary(0x21, 0x11, Buffer.alloc(60_000)), null],
  ])('%s', (_name, given, read) => {
    expect(parseHeader(given)).toEqual(read)
  })

  it('is the same however it is cut', () => {
    for (const whole of [bytes('PROXY TCP4 192.0.2.1 198.51.100.1 56324 22\r\n'), binary(0x21, 0x11, v4)]) {
      for (let at = 0; at < whole.length; at++) expect(parseHeader(whole.subarray(0, at))).toBe('more')
    }
  })
})
