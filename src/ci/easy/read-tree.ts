import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml'
import { readYaml } from '../read-yaml.ts'
import { type Problems, shown } from './problems.ts'

/** YAML without what is left to the eye: no aliases, no tags, keys that are text and stand once. */
export type Tree = MapTree | ListTree | ScalarTree

interface Place {
  /** Where it begins and ends in the text, counted from 0. */
  readonly at: number
  readonly end: number
}

export interface MapTree extends Place {
  readonly kind: 'map'
  readonly entries: readonly { readonly key: string; readonly at: number; readonly value: Tree }[]
}

export interface ListTree extends Place {
  readonly kind: 'list'
  readonly items: readonly Tree[]
}

export interface ScalarTree extends Place {
  readonly kind: 'scalar'
  readonly value: string | number | boolean | null
  /** As it is written: 1.10 stays 1.10. */
  readonly text: string
}

/** Reading costs a few microseconds for each: so many are read in well under 50 ms, and no pipeline comes near. */
const mostTokens = 8000

/** Null where it cannot be read as a whole; then there is at least one problem. */
export function* readTree(text: string, problems: Problems): Generator<undefined, Tree | null> {
  const document = yield* compose(text, problems)
  yield
  if (document === null) return null
  for (const { pos, message } of document.errors)
    problems.add(
      pos[0],
      `not valid YAML: ${shownError(message)}${message.startsWith('Nested mappings') ? ': put a value that holds «: » into quotes' : ''}`,
    )
  if (document.directives?.yaml.explicit === true) problems.add(0, 'a %YAML directive is not possible here')
  if (!problems.none) return null
  if (document.contents === null) {
    problems.add(0, 'the file is empty: it needs «version» and «jobs»')
    return null
  }
  const reading = { problems, complete: true }
  const tree = toTree(document.contents, 0, reading)
  return reading.complete ? tree : null
}

interface Reading {
  readonly problems: Problems
  /** An alias stands for something that we do not look up: what else is said of the file could be wrong then. */
  complete: boolean
}

function* compose(text: string, problems: Problems): Generator<undefined, Document | null> {
  const read = yield* readYaml(text, { schema: 'core', mostTokens })
  if ('of' in read) {
    problems.add(read.at, read.of === 'parts' ? 'the file has too many parts' : 'the file is nested too deeply')
    return null
  }
  const [document, second] = read
  if (second !== undefined) problems.add(second.range?.[0] ?? 0, 'a second document («---») is not possible here')
  return document ?? null
}

function toTree(node: unknown, fallback: number, reading: Reading): Tree {
  const { problems } = reading
  const nothing: ScalarTree = { kind: 'scalar', value: null, text: '', at: fallback, end: fallback }
  if (!isReadable(node, fallback, reading)) return nothing
  const at = node.range?.[0] ?? fallback
  const end = node.range?.[1] ?? at
  if (isSeq(node)) return { kind: 'list', at, end, items: node.items.map((item) => toTree(item, at, reading)) }
  if (isMap(node)) {
    const entries: MapTree['entries'][number][] = []
    const seen = new Set<string>()
    for (const pair of node.items) {
      const keyAt = isScalar(pair.key) ? (pair.key.range?.[0] ?? at) : at
      const key = readKey(pair.key, keyAt, reading)
      if (key === null) continue
      if (seen.has(key)) problems.add(keyAt, `the key «${shown(key)}» stands here twice`)
      seen.add(key)
      entries.push({ key, at: keyAt, value: toTree(pair.value, keyAt, reading) })
    }
    return { kind: 'map', at, end, entries }
  }
  if (!isScalar(node)) return nothing
  const { value } = node
  if (typeof value === 'string') {
    // A script with a NUL ends there for the shell and goes on for whoever reviews it.
    if (value.includes('\0') || !value.isWellFormed()) problems.add(at, 'text must not hold NUL or half a character')
    return { kind: 'scalar', value, text: value, at, end }
  }
  if (typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'scalar', value, text: node.source ?? String(value), at, end }
  // Nothing has no place of its own: it is where its key is.
  return nothing
}

function isReadable(node: unknown, fallback: number, reading: Reading): node is Node {
  const { problems } = reading
  if (node === null || node === undefined) return false
  if (isAlias(node)) {
    problems.add(node.range?.[0] ?? fallback, 'aliases («*name») are not possible here: write it out')
    reading.complete = false
    return false
  }
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return false
  const at = node.range?.[0] ?? fallback
  if (node.anchor !== undefined) problems.add(at, 'anchors («&name») are not possible here')
  if (node.tag !== undefined) problems.add(at, `tags («${shown(node.tag)}») are not possible here`)
  return true
}

/** A key that a map of JavaScript would take for something of its own never becomes one. */
const unusable = new Set(['__proto__', 'constructor', 'prototype'])

function readKey(node: unknown, at: number, reading: Reading): string | null {
  const { problems } = reading
  if (!isReadable(node, at, reading)) {
    if (node === null || node === undefined) problems.add(at, 'a key must be text')
    return null
  }
  if (!isScalar(node) || node.value === null) {
    problems.add(at, 'a key must be text')
    return null
  }
  const key = typeof node.value === 'string' ? node.value : (node.source ?? '')
  if (key === '<<') problems.add(at, 'merge keys («<<») are not possible here')
  else if (unusable.has(key)) problems.add(at, `a key cannot be called «${key}»`)
  else if (key === '' || /\p{Cc}/u.test(key) || !key.isWellFormed()) problems.add(at, 'a key must be one line of text')
  else return key
  return null
}

/** What the library says may quote the file. */
function shownError(message: string): string {
  const [line = ''] = message.split('\n')
  return line.length > 120 ? shown(line) : line.replaceAll(/\p{Cc}/gu, '\u{fffd}')
}
