// Names of things: of owners, repositories, refs, files, people.
import { posix, win32 } from 'node:path'
import { matchesPattern } from '../../../src/core/match-pattern.ts'
import { parseRecordId } from '../../../src/core/record-id.ts'
import { branchRef, parseRefName } from '../../../src/core/ref-name.ts'
import { closingsIn, referencesIn, withoutCode } from '../../../src/core/references.ts'
import { parseRepoPath, parseWritablePath } from '../../../src/core/repo-path.ts'
import { parseOwnerName, parseRepoName } from '../../../src/core/slug.ts'
import { parseTitle } from '../../../src/core/title.ts'
import { wordsOf } from '../../../src/db/search-words.ts'
import { parseFileName } from '../../../src/features/blobs/file-input.ts'
import { CodeOwnerRules } from '../../../src/features/code-owners/code-owner-rules.ts'
import { parseOwnerLine } from '../../../src/features/code-owners/owner-line.ts'
import { accepted, assert, ofText, type Target } from '../target.ts'

/** The rules of git-check-ref-format(1), written down once more. */
function isSoundForGit(ref: string): boolean {
  const bytes = Buffer.from(ref)
  const bad = bytes.some((byte) => byte < 0x20 || byte === 0x7f || ' ~^:?*[\\'.includes(String.fromCharCode(byte)))
  const parts = ref.split('/')
  return (
    !bad &&
    parts.length > 1 &&
    parts.every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock')) &&
    !ref.includes('..') &&
    !ref.includes('@{') &&
    !ref.endsWith('.') &&
    ref !== '@'
  )
}

function checkInside(path: string): void {
  const places = [
    { rules: posix, root: '/srv/data' },
    { rules: win32, root: 'C:\\data' },
  ]
  for (const { rules, root } of places) {
    const way = rules.relative(root, rules.join(root, path))
    assert.ok(!/^\.\.([/\\]|$)/.test(way) && !rules.isAbsolute(way), `${path} leads to ${way}`)
  }
}

/** A pattern as a regular expression, the slow way. */
function asRegExp(pattern: string): RegExp {
  const pieces = pattern.match(/\*\*\/|\*\*|[*?]|[^*?]+/gs) ?? []
  const sources = pieces.map((piece) => {
    if (piece === '**/') return '(?:[\\s\\S]*/)?'
    if (piece === '**') return '[\\s\\S]*'
    if (piece === '*') return '[^/]*'
    return piece === '?' ? '[^/]' : piece.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  })
  return new RegExp(`^${sources.join('')}$`, 'u')
}

export const nameTargets: readonly Target[] = [
  {
    name: 'slug',
    seeds: ['ada', 'Anvil-2.0_x', 'x.git', 'api', 'a..b', 'a.lock'],
    words: ['.git', '.lock', '..', '-', '_', '.GIT', 'login'],
    check: ofText((text) => {
      for (const parse of [parseOwnerName, parseRepoName]) {
        const slug = accepted(() => parse('slug', text))
        if (slug === undefined) continue
        assert.match(slug, /^[a-z0-9A-Z][a-zA-Z0-9._-]{0,99}$/)
        assert.ok(!slug.includes('..') && !/(\.|\.git|\.lock)$/i.test(slug))
      }
    }),
  },
  {
    name: 'ref',
    seeds: ['refs/heads/main', 'refs/tags/v1.0', 'feature/x', '--exec=x', 'a@{1}', 'refs/heads/é'],
    words: ['refs/', 'heads/', '.lock', '@{', '..', '~', '^', '[', '//', '-', '@'],
    check: ofText((text) => {
      const ref = parseRefName(text)
      if (ref !== null) assert.ok(isSoundForGit(ref), ref)
      const branch = branchRef(text)
      if (branch !== null) assert.ok(isSoundForGit(branch) && !text.startsWith('-'), text)
    }),
  },
  {
    name: 'path',
    seeds: ['src/main.ts', 'a/../b', '.git/config', 'git~1/x', 'a\\..\\b', 'x/.GIT ', '/etc/passwd'],
    words: ['../', '..\\', './', '.git', 'GIT~1', '\u200c', ':', '::$INDEX_ALLOCATION', '/'],
    check: ofText((text) => {
      const path = parseRepoPath(text)
      if (path !== null) assert.ok(posix.normalize(`/r/${path}`).startsWith('/r'))
      const writable = accepted(() => parseWritablePath('path', text))
      if (writable !== undefined && !/^[a-zA-Z]:/.test(writable)) checkInside(writable)
      if (writable !== undefined) assert.ok(!/(^|[/\\])\.git[ .]*([/\\]|$)/i.test(writable), writable)
    }),
  },
  {
    name: 'title',
    seeds: ['A fault', 'x\r\nBcc: y', ' \t '],
    words: ['\r', '\n', '\u2028', '\0', '\u0085'],
    check: ofText((text) => {
      const title = accepted(() => parseTitle('title', text))
      if (title !== undefined) assert.ok(title !== '' && title.length <= 255 && !/[\r\n\0\u0085]/.test(title))
    }),
  },
  {
    name: 'file name',
    seeds: ['photo.png', '../x', 'a"b.txt', 'x\r\ny'],
    words: ['/', '\\', '..', '"', '\r\n', '\0'],
    check: ofText((text) => {
      const name = accepted(() => parseFileName(text))
      if (name !== undefined) assert.ok(!/[/\\\0\r\n]/.test(name) && name !== '..' && name !== '.' && name !== '')
    }),
  },
  {
    name: 'record id',
    seeds: ['1', '01a1dd21-790e-7219-9f52-8260626851c5', '-1', '9007199254740993'],
    words: ['0', '-', 'e', '.'],
    check: ofText((text) => void accepted(() => parseRecordId(text))),
  },
  {
    name: 'references',
    seeds: [
      'see #12, ada/anvil#3 and @ada',
      'fixes #1, closes ada/x#2',
      '1a2b3c4d and ada/x@1a2b3c4',
      '```\n@x\n```\n`#1`',
    ],
    words: ['@', '#', '/', 'fixes ', 'ada', '1', '`', '```', '~~~', '<!--', '-->', 'abcdef0'],
    check: ofText((text) => {
      for (const { text: found, at } of referencesIn(text)) assert.equal(text.slice(at, at + found.length), found)
      for (const { number } of closingsIn(text)) assert.ok(Number.isSafeInteger(number) && number > 0)
      assert.ok(withoutCode(text).length <= text.length + 1)
    }),
  },
  {
    name: 'pattern',
    seeds: ['release/*\nrelease/1.0', '**/x\na/b/x', 'a?c\nabc', '**\nx'],
    words: ['*', '**', '**/', '?', '/', '\n', '['],
    check: ofText((text) => {
      const [pattern = '', name = ''] = text.split('\n')
      // Long ones would take the slow way for ever.
      if (pattern.length > 30 || name.length > 30) {
        matchesPattern(pattern.slice(0, 500), name.slice(0, 1000))
        return
      }
      assert.equal(matchesPattern(pattern, name), asRegExp(pattern).test(name))
    }),
  },
  {
    name: 'code owners',
    seeds: ['* @ada\n/src/ @bob\n*.ts @guild # why\ndocs/**/x.md a@b.c\n', 'a\\ b @x\n', '^[Docs][2] @a\n*\n!x/*\n'],
    words: ['*', '/', '@', '#', '\\ ', '**', '?', '\n', '[', ']', '^', '!'],
    check: ofText((text) => {
      const rules = new CodeOwnerRules(100)
      const names = new Set<string>()
      for (const [at, line] of text.split('\n').entries()) {
        const rule = parseOwnerLine(line)
        rules.read(line, at)
        if (rule?.kind !== 'rule' && rule?.kind !== 'heading') continue
        for (const owner of rule.owners) names.add(owner)
      }
      for (const path of ['src/a.ts', 'README.md', 'docs/a/b/x.md', text.slice(0, 100)]) {
        for (const { owners, approvals } of rules.demandsOf(path)) {
          assert.ok(approvals >= 1 && owners.every((owner) => names.has(owner)))
        }
      }
    }),
  },
  {
    name: 'search words',
    seeds: ['Größe naïve 東京 x-y_z', 'ﷺ'.repeat(3)],
    words: ['é', '東', 'ﷺ', '\u0301', '-', '_'],
    check: ofText((text) => {
      const words = wordsOf(text, 200)
      assert.ok(
        words.length <= 200 && words.every((word) => word.isWellFormed() && [...word].length <= 40 && word !== ''),
      )
      assert.ok(words.every((word) => !/[\s'"&|!():*]/.test(word)))
    }),
  },
]
