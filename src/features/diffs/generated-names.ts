/** What keeps people from reading a change: a program wrote it, or it was brought from elsewhere. */
export type Foreign = 'generated' | 'vendored'

const lockFiles = new Set(
  `bun.lock bun.lockb cargo.lock composer.lock deno.lock flake.lock gemfile.lock go.sum gopkg.lock gradle.lockfile mix.lock
  npm-shrinkwrap.json package-lock.json package.resolved packages.lock.json pdm.lock pipfile.lock pnpm-lock.yaml
  podfile.lock poetry.lock pubspec.lock uv.lock yarn.lock`.split(/\s+/),
)

const generated = [
  /\.min\.(?:js|css|mjs|cjs)$/,
  /\.(?:js|css|mjs|cjs)\.map$/,
  /\.pb\.(?:go|cc|h)$/,
  /_pb2(?:_grpc)?\.pyi?$/,
  /\.g\.dart$/,
  /\.designer\.cs$/,
]

const vendored = /(?:^|\/)(?:vendor|node_modules|bower_components|third[_-]party|\.yarn\/releases)\//

/** As far as its name says. */
export function foreignByName(path: string): Foreign | null {
  const lower = path.toLowerCase()
  if (vendored.test(lower)) return 'vendored'
  const name = lower.slice(lower.lastIndexOf('/') + 1)
  return lockFiles.has(name) || generated.some((shape) => shape.test(name)) ? 'generated' : null
}
