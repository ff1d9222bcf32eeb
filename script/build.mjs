// Bundles the commands to dist/main.js and its parts, and the files browsers load to dist/assets/ under names that carry their
// content's hash; dist/assets/manifest.json maps the plain name to the hashed one. Called by script/build.
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import * as esbuild from 'esbuild'
import { drawSprite, spriteFile } from '../src/http/web/components/icon-sprite.ts'

// Programs for Node, each to dist/<name>.js, with the libraries they use: one file starts faster and takes a fifth less
// memory than a thousand. What the commands have in common they share, so that none reads what another one needs, in parts
// that lie beside dist/main.js: the other programs are found from there.
const commands = ['src/main.ts', 'src/demo.ts']
const programs = [
  'src/markup/worker.ts',
  'src/markup/write-formula.ts',
  'src/markup/grammars.ts',
  'src/ci/power/analyze-thread.ts',
  'src/sbom/worker.ts',
  'src/git/launcher.ts',
  'src/db/checkpoint-worker.ts',
  'src/webauthn/ceremonies.ts',
  'src/oidc/relying-party.ts',
]

// Runs inside a job's box, as it is: not even the name of a library of ours goes there.
const asTheyAre = ['ci/power/runtime.mjs']

// They carry binaries, which they look for beside their own files; pg-native is a choice of pg's that we do not make,
// and ssh2 does without cpu-features, which would have to be compiled. CycloneDX writes XML with xmlbuilder2; we write JSON.
const notBundled = ['better-sqlite3', '@node-rs/argon2', 'pg-native', 'cpu-features', 'xmlbuilder2']

// CommonJS libraries expect these three.
const commonJs = `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)
const __filename = import.meta.filename
const __dirname = import.meta.dirname`

// Scripts and style sheets for browsers, bundled and minified.
const assetsDir = 'src/http/web/assets'
const browserEntries = ['app.css', 'app.ts', 'theme.ts', 'api-explorer.ts'].map((file) => `${assetsDir}/${file}`)

// Pictures and fonts, taken as they are.
const staticExtensions = ['.svg', '.png', '.ico', '.webp', '.woff2']

// No page may ask a phone for more.
const heaviest = 100 * 1024

// A module that imports node:http gets all that it exports at once, among it a whole HTTP client that Node would load for
// whoever asks for a WebSocket: a twentieth of the start and some megabytes. By `require` it is left where it is.
const leanHttp = {
  name: 'lean-http',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:https?$/ }, ({ kind, path }) =>
      kind === 'import-statement' ? { path, namespace: 'lean-http' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'lean-http' }, ({ path }) => ({ contents: `module.exports = require('${path}')` }))
  },
}

const root = join(import.meta.dirname, '..')
const out = join(root, 'dist.tmp')
const started = performance.now()

// The new build grows beside the old one and replaces it at the end: a crash on the way leaves the old one whole.
await rm(out, { recursive: true, force: true })
await mkdir(join(out, 'assets'), { recursive: true })
await writeFile(join(out, '.built'), '')

const shared = { absWorkingDir: root, bundle: true, logLevel: 'warning' }
const node = {
  ...shared,
  outdir: out,
  outbase: join(root, 'src'),
  platform: 'node',
  format: 'esm',
  target: 'node24',
  external: notBundled,
  plugins: [leanHttp],
  banner: { js: commonJs },
  // Node keeps the text of a program in memory: without comments and blanks it is a third less.
  minifyWhitespace: true,
  lineLimit: 200,
  sourcemap: 'external',
  sourcesContent: false,
  jsx: 'automatic',
  jsxImportSource: 'preact',
}
const browser = {
  ...shared,
  outdir: join(out, 'assets'),
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  metafile: true,
}
const copied = Object.fromEntries(staticExtensions.map((extension) => [extension, 'copy']))

try {
  const pictures = (await readdir(join(root, assetsDir)))
    .filter((file) => staticExtensions.includes(extname(file)))
    .map((file) => `${assetsDir}/${file}`)
  const [, , bundled, taken] = await Promise.all([
    esbuild.build({ ...node, entryPoints: commands, splitting: true, chunkNames: 'part-[hash]' }),
    esbuild.build({ ...node, entryPoints: programs }),
    esbuild.build({
      ...browser,
      entryPoints: browserEntries,
      platform: 'browser',
      // Fit for a plain script element too: the theme must be set before the first paint, and modules wait.
      format: 'iife',
      target: ['chrome120', 'firefox121', 'safari17.4'],
      minify: true,
      loader: copied,
    }),
    esbuild.build({ ...browser, entryPoints: pictures, loader: copied }),
  ])
  const written = (await readdir(out, { recursive: true })).filter((file) => /^(?!assets\/).*\.js$/.test(file))
  await Promise.all(written.map((file) => keepNarrow(join(out, file))))
  await Promise.all(asTheyAre.map((file) => copyFile(join(root, 'src', file), join(out, file))))
  const manifest = manifestOf({ ...taken.metafile.outputs, ...bundled.metafile.outputs })
  manifest['icons.svg'] = spriteFile
  await writeFile(join(out, 'assets', spriteFile), drawSprite(readIcon))
  await writeFile(join(out, 'assets', 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await Promise.all(Object.values(manifest).map((file) => compress(join(out, 'assets', file))))
  await keepLight(manifest)
} catch (error) {
  // esbuild has already printed its own findings.
  if (!error.errors) console.error(error)
  console.error('The build failed.')
  process.exit(1)
}

await rm(join(root, 'dist.old'), { recursive: true, force: true })
await rename(join(root, 'dist'), join(root, 'dist.old')).catch((error) => {
  if (error.code !== 'ENOENT') throw error
})
await rename(out, join(root, 'dist'))
await rm(join(root, 'dist.old'), { recursive: true, force: true })
console.error(`Built in ${Math.round(performance.now() - started)} ms`)

// V8 holds a program in twice the memory for one letter beyond Latin 1. esbuild has written most as escapes; those left are
// in comments, where it does not matter, and in regular expressions, where an escape means the same.
async function keepNarrow(file) {
  const program = await readFile(file, 'utf8')
  await writeFile(file, program.replaceAll(/[^\0-\u007f]/g, escapeOf))
}

function readIcon(name) {
  return readFileSync(join(root, 'node_modules/@primer/octicons/build/svg', `${name}-16.svg`), 'utf8')
}

function escapeOf(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

// "app.css" → "app-HASH.css", and "app.js" for app.ts: the name a page would ask for.
function manifestOf(outputs) {
  const entries = Object.entries(outputs).map(([file, output]) => {
    const [source] = output.entryPoint ? [output.entryPoint] : Object.keys(output.inputs)
    return [basename(source, extname(source)) + extname(file), basename(file)]
  })
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

// All that any page of ours loads besides itself: scripts and style sheets together, as they are sent.
async function keepLight(manifest) {
  const files = Object.values(manifest).filter((file) => ['.js', '.css'].includes(extname(file)))
  const sizes = await Promise.all(files.map(async (file) => (await readFile(join(out, 'assets', `${file}.br`))).length))
  const sum = sizes.reduce((all, size) => all + size, 0)
  if (sum > heaviest) throw new Error(`Scripts and style sheets weigh ${sum} bytes; ${heaviest} is the most`)
}

// Written beside the file, so that the server never compresses an asset itself.
async function compress(file) {
  if (!['.js', '.css', '.svg'].includes(extname(file))) return
  const text = await readFile(file)
  const params = { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  const [brotli, gzip] = await Promise.all([
    promisify(zlib.brotliCompress)(text, { params }),
    promisify(zlib.gzip)(text, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzip)])
}
