// What browsers and API clients send, and what is made of people's texts for them.
import type { Element, ElementContent, Nodes, RootContent } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { readJson } from '../../../src/http/api/read-json.ts'
import { parseRange } from '../../../src/http/byte-range.ts'
import { safeMediaType } from '../../../src/http/safe-media-type.ts'
import { parseAnsi } from '../../../src/http/web/ansi.ts'
import { readMultipart } from '../../../src/http/web/read-multipart.ts'
import { safeRedirect, withoutTrailingSlash } from '../../../src/http/web/safe-redirect.ts'
import { parseThreadQuery, writeThreadQuery } from '../../../src/http/web/thread-query.ts'
import { highlightLines } from '../../../src/markup/highlight.ts'
import { renderDocument, TooDeep } from '../../../src/markup/render-markdown.ts'
import { accepted, assert, ofText, type Target } from '../target.ts'

const dead = new Set(['script', 'style', 'iframe', 'object', 'embed', 'form', 'base', 'meta', 'link', 'svg', 'math'])
const addresses = new Set([
  'href',
  'src',
  'action',
  'formAction',
  'data',
  'poster',
  'background',
  'srcSet',
  'cite',
  'longDesc',
])

/** Whatever can stand in a tree. */
type Node = Nodes | ElementContent | RootContent

function* elementsOf(node: Node): Generator<Element> {
  if (node.type === 'element') yield node
  if ('children' in node) for (const child of node.children) yield* elementsOf(child)
}

/** Null for what is shown as it was written. */
function rendered(text: string): string | null {
  try {
    return renderDocument(text, { place, references: links })
  } catch (error) {
    if (error instanceof TooDeep) return null
    throw error
  }
}

/** What a browser would make of it can neither run nor load anything. */
function checkHarmless(html: string): void {
  for (const { tagName, properties } of elementsOf(fromHtml(html, { fragment: true }))) {
    assert.ok(!dead.has(tagName), `<${tagName}>`)
    for (const [name, value] of Object.entries(properties)) {
      assert.doesNotMatch(name, /^on|^style$|^srcDoc$/i)
      const isAddress = addresses.has(name)
      if (isAddress)
        assert.doesNotMatch(String(value).replaceAll(/[\s\p{Cc}]/gu, ''), /^(javascript|data|vbscript|file|blob):/i)
    }
  }
}

const links = { '#1': '/ada/anvil/issues/1', '@ada': '/ada' }
const place = {
  files: '/ada/anvil/blob/main/',
  pictures: '/ada/anvil/media/main/',
  folder: 'docs',
  home: 'https://code.example.org',
}

function textOf(node: Node): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map((child: Node) => textOf(child)).join('') : ''
}

export const webTargets: readonly Target[] = [
  {
    name: 'markdown',
    seeds: [
      '# Head\n\n- [x] done\n\n[a](b) ![i](j.png) <b onclick=x>h</b>\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
      '<a href="javascript:alert(1)">x</a><svg onload=1><math><mtext></mtext></math>',
      '```js\nlet x\n```\n[x]: data:text/html,1\n',
      '---\ntitle: <b>x</b>\ntags: [a, "<script>"]\nmore:\n  - x: y\n---\n# Head\n',
    ],
    words: [
      '<',
      '>',
      '[',
      '](',
      '`',
      '*',
      '_',
      '|',
      'javascript:',
      '&#x6a;',
      'data:',
      ' onerror=',
      '<svg>',
      '<!--',
      '\n\n',
      '&Tab;',
      '---\n',
      ': ',
    ],
    check: ofText((text) => {
      const html = rendered(text.slice(0, 4000))
      if (html !== null) checkHarmless(html)
    }),
  },
  {
    name: 'highlighting',
    seeds: ['const x = `a${b}` // <i>\n', '<script>/* */</script>', '"""\nx\n"""', '#!/bin/sh\necho "$x"'],
    words: ['<', '&', '"', '/*', '*/', '`', '${', '\n', '//', '#', '<%', '?>'],
    check: ofText((text) => {
      const part = text.slice(0, 1500).replaceAll('\r', '').replaceAll('\0', '')
      for (const language of ['typescript', 'xml', 'python', 'markdown', 'nobody']) {
        const lines = highlightLines(part, language)
        const shown = lines.map((line) => textOf(fromHtml(`<pre>x${line}</pre>`, { fragment: true })).slice(1))
        assert.deepEqual(shown, part.split('\n'))
      }
    }),
  },
  {
    name: 'ansi',
    seeds: ['\u001b[31mred\u001b[0m', '\u001b]8;;http://x\u0007link', '\u001b[38;5;999m', 'plain'],
    words: ['\u001b[', '\u001b]', 'm', ';', '38;2;1;2;3', '\u0007', '\u009b', '\u001b\\', '\u001bP'],
    check: ofText((text) => {
      const parts = parseAnsi(text)
      assert.ok(parts.length <= 201)
      for (const part of parts) {
        assert.doesNotMatch(part.text, /[\p{Cc}--\t]/v)
        assert.match(part.classes, /^[a-z0-9 -]*$/)
      }
    }),
  },
  {
    name: 'redirect',
    seeds: ['/ada/anvil?x=1#y', '//evil.example', '/\\evil', '/\t/evil', 'https://evil', '/%2f/evil', '/a/..//evil'],
    words: ['//', '\\', '\t', '\n', '@', '..', '%2f', '%5c', ':', '/.', 'https:'],
    check: ofText((text) => {
      const leads = [safeRedirect(text, '/'), withoutTrailingSlash({ method: 'GET', url: text }) ?? '/']
      for (const target of leads) {
        assert.equal(new URL(target, 'https://forge.example').origin, 'https://forge.example')
        assert.ok(target.startsWith('/') && !/^\/[/\\]/.test(target))
      }
    }),
  },
  {
    name: 'json body',
    seeds: ['{"a":1,"b":[true,null,"x"]}', '{"a":1,"a":2}', '{"__proto__":{}}', '"\\ud800"', '[1e999]'],
    words: ['{', '}', '[', ']', '"', ':', ',', '\\u0000', '\\u0061', 'null', '1e9', '"a":'],
    check: (input) => {
      const value = accepted(() => readJson(input))
      if (value !== undefined) assert.deepEqual(value, JSON.parse(input.toString('utf8').replace(/^\uFEFF/, '')))
    },
  },
  {
    name: 'multipart',
    seeds: [
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
      '--x\r\nContent-Disposition: form-data; name="f"; filename="a%22.txt"\r\nContent-Type: text/plain\r\n\r\n\0\r\n--x--',
    ],
    words: ['--x', '\r\n', '\r\n\r\n', '--', 'name="', 'filename="', 'Content-Disposition: form-data; '],
    check: (input) => {
      const form = accepted(() => readMultipart(input, 'multipart/form-data; boundary=x'))
      const size = form?.files.reduce((sum, file) => sum + file.bytes.length, 0) ?? 0
      assert.ok(size <= input.length)
      const content = input.toString('latin1').replaceAll('--x', '')
      const sent = Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="n"; filename="f"\r\n\r\n${content}\r\n--x--`,
        'latin1',
      )
      const [file] = readMultipart(sent, 'multipart/form-data; boundary=x').files
      assert.equal(file?.bytes.toString('latin1'), content)
    },
  },
  {
    name: 'byte range',
    seeds: ['bytes=0-1', 'bytes=-5', 'bytes=9-', 'bytes=5-2', 'bytes=0-1,3-4'],
    words: ['bytes=', '-', ',', '999999999999999'],
    check: ofText((text) => {
      for (const size of [0, 1, 10]) {
        const range = parseRange(text, size)
        if (range !== null && range !== 'behind')
          assert.ok(0 <= range.start && range.start <= range.end && range.end < size)
      }
    }),
  },
  {
    name: 'media type',
    seeds: ['a.html\n<html>', 'a.svg\n<svg>', 'a.png\n\x89PNG', 'a.pdf\n%PDF', 'a.txt\nx'],
    words: ['.html', '.svg', '.js', '.xml', '<script>', '%PDF', 'GIF89a'],
    check: (input) => {
      const [name = ''] = input.toString('utf8').split('\n')
      const type = safeMediaType(name, input.subarray(name.length + 1))
      assert.match(type, /^(image\/[a-z+-]+|text\/plain(; charset=utf-8)?|application\/octet-stream)$/)
    },
  },
  {
    name: 'query of a list',
    seeds: [
      'is:open label:"help wanted" assignee:me sort:updated words',
      'is:merged author:@x milestone:"v 1" no:label',
    ],
    words: [
      'is:',
      'label:',
      '"',
      'sort:comments-asc',
      'assignee:none',
      ' ',
      ':',
      'author:',
      'review:approved',
      'draft:true',
    ],
    check: ofText((text) => {
      for (const kind of ['issue', 'pull'] as const) {
        const query = parseThreadQuery(text, kind)
        const written = writeThreadQuery(query)
        if (written.length > 1000) continue
        assert.deepEqual({ ...parseThreadQuery(written, kind), text: '' }, { ...query, text: '' })
      }
    }),
  },
]
