import { createHash } from 'node:crypto'

/** Git wants a pack also where all that refs need is there: one without objects. */
export async function* emptyPack(): AsyncGenerator<Buffer, void, undefined> {
  const head = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1')
  yield Buffer.concat([head, createHash('sha1').update(head).digest()])
}
