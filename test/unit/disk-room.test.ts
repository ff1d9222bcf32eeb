import { describe, expect, it } from 'vitest'
import { whyNoRoom } from '../../src/http/disk-room.ts'

const mebibyte = 1024 * 1024
const disk = { bsize: 4096, blocks: 1_000_000, bavail: 500_000, files: 1000, ffree: 500 }

describe('the room on a disk', () => {
  it.each([
    ['is enough', {}, null],
    ['is none', { bavail: 0 }, 'the disk is full'],
    ['is too little', { bavail: (15 * mebibyte) / 4096 }, 'the disk is full'],
    ['is a little', { bavail: (17 * mebibyte) / 4096 }, null],
    ['is none for files', { ffree: 0 }, 'the disk has no room for another file'],
    ['is not counted by the file system', { blocks: 0, bavail: 0, files: 0, ffree: 0 }, null],
  ])('%s', (_, changed, expected) => {
    expect(whyNoRoom({ ...disk, ...changed })).toBe(expected)
  })
})
