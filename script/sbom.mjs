// Writes what this version of Stithy is made of to standard output, as CycloneDX: node script/sbom.mjs > sbom.cdx.json
// The same commit gives the same document.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeInventory } from '../src/sbom/take-inventory.ts'
import { writeDocument } from '../src/sbom/write-document.ts'

const root = join(import.meta.dirname, '..')
const read = (file) => readFileSync(join(root, file), 'utf8')
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const { name, version } = JSON.parse(read('package.json'))
const commit = git('rev-parse', 'HEAD')
const digits = createHash('sha256').update(commit).digest('hex')
const serial = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-a$4-$5')
const inventory = takeInventory([{ path: 'package-lock.json', text: read('package-lock.json') }])
const at = Number(git('show', '-s', '--format=%ct', 'HEAD')) * 1000
process.stdout.write(`${writeDocument(inventory, { name, url: '', commit, at, serial, toolVersion: version })}\n`)
