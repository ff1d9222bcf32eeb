#!/usr/bin/env node
// Holds src/ against the table in architecture.mjs.   script/architecture.mjs [FOLDER]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import ts from 'typescript'
import cruiserConfig from '../.dependency-cruiser.mjs'
import { environmentReaders, layers } from '../architecture.mjs'

process.chdir(process.argv[2] ?? join(import.meta.dirname, '..'))

const { forbidden, options } = cruiserConfig
const { enhancedResolveOptions, ...rest } = options
const { output } = await cruise(['src'], { ...rest, validate: true, ruleSet: { forbidden } }, enhancedResolveOptions)
const sources = output.modules.map((module) => module.source).filter((source) => source.startsWith('src/'))

const findings = new Set(output.summary.violations.map(describe))
for (const source of sources) {
  if (!layerOf(source)) findings.add(`not-in-the-table: ${source} belongs to no layer of architecture.mjs`)
  if (readsEnvironment(source))
    findings.add(`environment: ${source} reads process.env (only ${environmentReaders.join(', ')} may)`)
}
// Without a TypeScript it understands, dependency-cruiser reads nothing and finds nothing wrong.
if (sources.length === 0) findings.add('nothing-read: no source file was found or understood')

for (const finding of findings) console.log(finding)
console.log(`${sources.length} modules, ${findings.size} findings`)
process.exitCode = findings.size > 0 ? 1 : 0

function describe({ rule, from, to, cycle }) {
  const { comment } = forbidden.find(({ name }) => name === rule.name)
  const path = cycle ? cycle.map((step) => step.name).join(' → ') : to
  return `${rule.name}: ${from} → ${path} (${comment})`
}

function layerOf(source) {
  return Object.values(layers).find(({ at }) =>
    at.some((path) => (path.endsWith('/') ? source.startsWith(`src/${path}`) : source === `src/${path}`)),
  )
}

function readsEnvironment(source) {
  if (environmentReaders.some((path) => source === `src/${path}`) || /\.test\.tsx?$/.test(source)) return false
  const text = readFileSync(source, 'utf8')
  if (!text.includes('process')) return false
  const found = (node) => isEnvironment(node) || ts.forEachChild(node, found)
  return Boolean(found(ts.createSourceFile(source, text, ts.ScriptTarget.Latest)))
}

// process.env, process['env'], and process given another name or taken apart.
function isEnvironment(node) {
  if (ts.isPropertyAccessExpression(node)) return node.name.text === 'env' && isProcess(node.expression)
  if (ts.isElementAccessExpression(node)) return isProcess(node.expression)
  return ts.isVariableDeclaration(node) && node.initializer !== undefined && isProcess(node.initializer)
}

function isProcess(node) {
  if (ts.isIdentifier(node)) return node.text === 'process'
  return ts.isPropertyAccessExpression(node) && node.name.text === 'process' && node.expression.text === 'globalThis'
}
