// What comes over the wire of git, and what stands in its objects.
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { parseSha } from '../../../src/core/sha.ts'
import { parseProtocol } from '../../../src/features/transport/wire.ts'
import { parseCommit, parseTag } from '../../../src/git/parse-commit.ts'
import { parseFetch } from '../../../src/git/parse-fetch.ts'
import { type Hunk, type PatchLine, parsePatch } from '../../../src/git/parse-patch.ts'
import { parseRangeDiff } from '../../../src/git/parse-range-diff.ts'
import { parseTree } from '../../../src/git/parse-tree.ts'
import { pktLine, readPktLines } from '../../../src/git/pkt-line.ts'
import { Questions } from '../../../src/git/read-questions.ts'
import { readReport } from '../../../src/git/read-report.ts'
import { writeDelta } from '../../../src/git/write-delta.ts'
import { assert, ofText, type Target } from '../target.ts'

const sha = '1'.repeat(40)
const tree = Buffer.concat([
  Buffer.from('100644 a.txt\0'),
  Buffer.alloc(20, 7),
  Buffer.from('40000 src\0'),
  Buffer.alloc(20, 9),
])
const patch =
  'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@ head\n one\n-two\n+2\n three\n\\ No newline at end of file\n'

/** A hunk as git would have written it. */
function written({ lines }: Hunk): string[] {
  const signs: Readonly<Record<PatchLine['kind'], string>> = { context: ' ', add: '+', remove: '-', note: '\\' }
  return lines.filter(({ kind }) => kind !== 'note').map((line) => signs[line.kind] + line.text)
}

/** Lines are numbered without a gap on either side. */
function checkNumbers({ oldStart, newStart, lines }: Hunk): void {
  let [old, fresh] = [oldStart, newStart]
  for (const line of lines) {
    if (line.kind === 'context' || line.kind === 'remove') assert.equal(line.old, old++)
    if (line.kind === 'context' || line.kind === 'add') assert.equal(line.new, fresh++)
  }
}

/** Pieces of one to seven bytes. */
function cutUp(input: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < input.length; at += 1 + (at % 7)) pieces.push(input.subarray(at, at + 1 + (at % 7)))
  return pieces
}

/** Those that are whole; nothing behind what is none. */
async function allQuestions(pieces: readonly Buffer[], most: number): Promise<readonly string[]> {
  const questions = new Questions(Readable.from(pieces))
  const all: string[] = []
  try {
    for (
      let one = await questions.next(most, () => Promise.resolve());
      one !== null;
      one = await questions.next(most, () => Promise.resolve())
    ) {
      all.push((one.whole ?? (await buffer(one.rest))).toString('latin1'))
    }
  } catch {
    return all
  }
  return all
}

function linesAfterHead(question: Buffer): string {
  const text = question.toString('latin1')
  return text.slice(text.indexOf('0001'))
}

/** What git makes of a delta. */
function applied(base: Buffer, delta: Buffer): Buffer {
  let at = 0
  const next = (): number => delta[at++] ?? 0
  const length = (): number => {
    let [value, factor] = [0, 1]
    for (let byte = 0x80; (byte & 0x80) !== 0; factor *= 128) {
      byte = next()
      value += (byte & 0x7f) * factor
    }
    return value
  }
  assert.equal(length(), base.length)
  const size = length()
  const parts: Buffer[] = []
  while (at < delta.length) {
    const command = next()
    if ((command & 0x80) === 0) {
      parts.push(delta.subarray(at, at + command))
      at += command
      continue
    }
    const number = (bits: readonly number[]): number =>
      bits.reduce((sum, bit, place) => sum + ((command & (1 << bit)) === 0 ? 0 : next() * 256 ** place), 0)
    const from = number([0, 1, 2, 3])
    parts.push(base.subarray(from, from + number([4, 5, 6])))
  }
  const made = Buffer.concat(parts)
  assert.equal(made.length, size)
  return made
}

export const gitTargets: readonly Target[] = [
  {
    name: 'pkt-line',
    seeds: [`${pktLine('want 1\n')}0000${pktLine('done\n')}`, '0001', '0004', 'ffff', `0009\u0001ab00`],
    words: ['0000', '0001', '0004', 'fff0', 'ffff', '-001', '+00a'],
    check: (input) => {
      const lines = readPktLines(input)
      assert.ok(lines.reduce((sum, line) => sum + line.length, 0) <= input.length)
      const text = input
        .toString('latin1')
        .slice(0, 65_000)
        .replaceAll(/[^\x20-\x7e]/g, '.')
      const [read] = text === '' ? [Buffer.alloc(0)] : readPktLines(Buffer.from(pktLine(text)))
      assert.equal(read?.toString('latin1'), text)
    },
  },
  {
    name: 'questions',
    seeds: [
      `${pktLine('command=ls-refs\n')}0001${pktLine('peel\n')}0000${pktLine('command=fetch\n')}0000`,
      '0000',
      '0003',
    ],
    words: ['0000', '0001', '0002', '0004', '0005', 'fff0', 'want ', 'have ', 'done\n'],
    check: async (input) => {
      // However it is cut, and whether it is held or goes on as a stream, the same is read.
      const [whole, cut] = await Promise.all([allQuestions([input], 1e6), allQuestions(cutUp(input), 8)])
      assert.deepEqual(cut, whole)
      assert.ok(input.toString('latin1').startsWith(whole.join('')))
    },
  },
  {
    name: 'fetch question',
    seeds: [
      `${pktLine('command=fetch')}${pktLine('agent=git/2.40')}0001${pktLine(`want ${sha}\n`)}${pktLine(`have ${sha}\n`)}${pktLine('done\n')}0000`,
      `${pktLine('command=fetch')}0001${pktLine('thin-pack')}${pktLine('include-tag')}${pktLine(`want ${sha}`)}0000`,
    ],
    words: [
      'want ',
      'have ',
      'done',
      'thin-pack',
      'shallow ',
      'filter blob:none',
      'deepen 1',
      sha,
      '0001',
      '0000',
      '0032',
    ],
    check: (input) => {
      const asked = parseFetch(input)
      if (asked === null) return
      assert.ok(asked.wanted.length > 0 && [...asked.wanted, ...asked.had].every((one) => input.includes(one)))
      // Who has a part of the history or of the files is for git.
      assert.ok(!/shallow|deepen|filter/.test(linesAfterHead(input)))
    },
  },
  {
    name: 'delta',
    seeds: ['one two three|one 2 three', 'a|', '|a', `${'x'.repeat(300)}|${'x'.repeat(200)}y${'x'.repeat(99)}`],
    words: ['|', 'xxxxxxxxxxxxxxxx', '\0', 'x'.repeat(200)],
    check: (input) => {
      const cut = input.indexOf('|')
      const [base, target] = [input.subarray(0, Math.max(cut, 0)), input.subarray(cut + 1)]
      const delta = writeDelta(base, target)
      if (delta !== null) assert.equal(applied(base, delta).toString('latin1'), target.toString('latin1'))
    },
  },
  {
    name: 'receive-pack report',
    seeds: [`${pktLine('unpack ok\n')}${pktLine('ok refs/heads/main\n')}${pktLine('ng refs/heads/x no\n')}0000`],
    words: ['unpack ', 'ok ', 'ng ', 'refs/heads/', '0000', '\u0001', '\u0002'],
    check: (input) => {
      for (const ref of readReport(input) ?? []) assert.ok(input.includes('unpack') && !ref.startsWith('ok '))
    },
  },
  {
    name: 'protocol version',
    seeds: ['version=2', 'version=1:foo', ''],
    words: ['version=', ':', '2'],
    check: ofText((text) => assert.ok(['', 'version=1', 'version=2'].includes(parseProtocol(text)))),
  },
  {
    name: 'tree',
    seeds: [tree, Buffer.alloc(0)],
    words: ['100755 ', '120000 ', '160000 ', '40000 ', '\0'],
    check: (input) => {
      try {
        for (const entry of parseTree(input)) assert.ok(parseSha(entry.sha) !== null && typeof entry.name === 'string')
      } catch (error) {
        assert.match(String(error), /object id was expected/)
      }
    },
  },
  {
    name: 'commit and tag',
    seeds: [
      `tree ${sha}\nparent ${sha}\nauthor Ada <a@b.c> 1700000000 +0100\ncommitter Ada <a@b.c> 1 +0000\n\nHello\n`,
      `tree ${sha}\nauthor A <> 9223372036854775808 -9999\nencoding latin1\n\nH\xe9`,
      `object ${sha}\ntype commit\ntag v1\ntagger Ada <a@b.c> 1 +0000\n\nv1\n-----BEGIN PGP SIGNATURE-----\n`,
    ],
    words: ['tree ', 'parent ', 'author ', 'committer ', 'encoding utf-16', 'gpgsig ', '\n\n', sha],
    check: (input) => {
      for (const parse of [parseCommit, parseTag]) {
        let found: ReturnType<typeof parse>
        try {
          found = parse(input)
        } catch (error) {
          // Without the id that it is about, it is no object that git lets pass.
          assert.match(String(error), /object id was expected/)
          continue
        }
        const people = 'author' in found ? [found.author, found.committer] : [found.tagger]
        for (const person of people) if (person !== null) assert.ok(!Number.isNaN(new Date(person.at).getTime()))
        assert.ok(JSON.stringify(found).length > 0)
      }
    },
  },
  {
    name: 'patch',
    seeds: [patch, `${patch}@@ -10 +10 @@\n-x\n+y\n`],
    words: ['@@ -1,2 +3,4 @@', '\n+', '\n-', '\n ', '\n\\', '@@ -99999999999999999999 +1 @@'],
    check: ofText((text) => {
      const lines = new Set(text.split('\n'))
      for (const hunk of parsePatch(text)) {
        if (Number.isSafeInteger(hunk.oldStart + 1e6) && Number.isSafeInteger(hunk.newStart + 1e6)) checkNumbers(hunk)
        assert.ok(written(hunk).every((line) => lines.has(line)))
      }
    }),
  },
  {
    name: 'range-diff',
    seeds: [`1:  ${sha} = 1:  ${sha} same\n2:  ${sha} ! 2:  ${sha} changed\n    @@ x\n    -a\n    +b\n`],
    words: [`-:  ${'-'.repeat(40)}`, sha, ' = ', ' ! ', ' < ', ' > ', '\n    '],
    check: ofText((text) => {
      for (const { lines } of parseRangeDiff(text)) assert.ok(lines.length <= 1000)
    }),
  },
]
