// Forms with files, taken apart byte by byte.
import { describe, expect, it } from 'vitest'
import { readMultipart } from '../../src/http/web/read-multipart.ts'
import { busyMs } from '../support/busy-ms.ts'

const type = 'multipart/form-data; boundary=x'

function part(head: string, content: string): string {
  return `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
}

const read = (body: string, contentType = type) => readMultipart(Buffer.from(body), contentType)

describe('a form in parts', () => {
  it('is read as browsers write it', () => {
    const body = [
      part('name="message"', 'ä\r\nb'),
      part('name="empty"', ''),
      part('name="files"; filename="a%22b%.txt"\r\nContent-Type: text/plain', '--x\r\n\r\n--'),
      part('name="files"; filename="dir/ü.bin"', '\0\r\n'),
      part('name="files"; filename=""\r\nContent-Type: application/octet-stream', ''),
      '--x--\r\n',
    ].join('')
    // A boundary inside a file's content would be chosen otherwise by the browser: here it begins no line.
    const { fields, files } = read(body.replace('--x\r\n\r\n--', '-x\r\n\r\n--'))
    expect(fields).toEqual([
      ['message', 'ä\r\nb'],
      ['empty', ''],
    ])
    expect(files.map(({ field, name, bytes }) => [field, name, bytes.toString('latin1')])).toEqual([
      ['files', 'a"b%.txt', '-x\r\n\r\n--'],
      ['files', 'dir/ü.bin', '\0\r\n'],
      ['files', '', ''],
    ])
  })

  it('finds its boundary in quotes, among other parameters and in any case', () => {
    for (const one of [
      'multipart/form-data; boundary="x"',
      'multipart/form-data; charset=utf-8; Boundary=x; a=b',
      'MULTIPART/FORM-DATA;boundary=x',
    ]) {
      expect(read(`${part('name="a"', 'b')}--x--`, one).fields).toEqual([['a', 'b']])
    }
  })

  it.each([
    ['nothing', '', type],
    ['no boundary', part('name="a"', 'b'), 'multipart/form-data'],
    ['an empty boundary', part('name="a"', 'b'), 'multipart/form-data; boundary='],
    ['a boundary that is too long', part('name="a"', 'b'), `multipart/form-data; boundary=${'x'.repeat(71)}`],
    ['another boundary', part('name="a"', 'b'), 'multipart/form-data; boundary=y'],
    ['no end', part('name="a"', 'b'), type],
    ['an end in the middle of a head', '--x\r\nContent-Disp', type],
    ['something behind a boundary', `--xy${part('name="a"', 'b')}--x--`, type],
    ['something before the first boundary', `abc${part('name="a"', 'b')}--x--`, type],
    ['a part without a name', `${part('filename="a"', 'b')}--x--`, type],
    ['a part of another kind', '--x\r\nContent-Disposition: attachment; name="a"\r\n\r\nb\r\n--x--', type],
    ['a part without a head', '--x\r\n\r\n\r\nb\r\n--x--', type],
    [
      'an endless head',
      `--x\r\nContent-Disposition: form-data; name="a"\r\nX: ${'y'.repeat(9000)}\r\n\r\nb\r\n--x--`,
      type,
    ],
    ['too many parts', `${part('name="a"', '').repeat(1001)}--x--`, type],
  ])('is refused with %s', (_, body, contentType) => {
    expect(() => read(body, contentType)).toThrow(/form/)
  })

  it('is read in a moment, however it is made', () => {
    for (const body of ['\r\n--x'.repeat(2_000_000), '--'.repeat(5_000_000), `--x\r\n${'\r\n'.repeat(4_000_000)}`]) {
      const began = busyMs()
      expect(() => read(body)).toThrow(/form/)
      expect(busyMs() - began).toBeLessThan(500)
    }
  })
})
