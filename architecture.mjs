// Who may import whom. This table is the architecture: .dependency-cruiser.mjs turns it into rules, script/test
// enforces them, and test/unit/architecture.test.ts proves that each of them bites.

// A layer is a folder or a file below src/. It may import itself and what `imports` names; `types` names what it may
// import as types only. Every source file belongs to a layer: a new folder needs a line here first.
export const layers = {
  // Shared words. No packages and no built-in modules either, so that every other layer can lean on it.
  core: { at: ['core/'], imports: [], packages: 'types' },
  // The type of all that is constructed once. It holds no code, so nobody gets at a dependency through it.
  app: {
    at: ['app.ts'],
    imports: [],
    types: ['core', 'config', 'secrets', 'db', 'git', 'ci', 'sbom', 'markup', 'webauthn', 'oidc', 'outbox', 'features'],
  },
  config: { at: ['config.ts', 'doubtful-settings.ts', 'setting-kinds.ts'], imports: ['core'] },
  version: { at: ['version.ts'], imports: [] },
  // Keys, ciphers and tokens: arithmetic on secrets, without knowing whose they are.
  secrets: { at: ['secrets/'], imports: ['core'] },
  db: { at: ['db/'], imports: ['core'] },
  git: { at: ['git/'], imports: ['core'] },
  // Objects of a bucket: knows how to ask for them, not what they are for.
  s3: { at: ['s3/'], imports: ['core'] },
  // Knows pipeline files and how to run programs in isolation, not users.
  ci: { at: ['ci/'], imports: ['core'] },
  // Lock files to a list of components: knows package managers, not repositories.
  sbom: { at: ['sbom/'], imports: ['core'] },
  // Text that somebody wrote to HTML that is safe to show, in threads of its own.
  markup: { at: ['markup/'], imports: ['core'] },
  // What authenticators answer, and whether it is true: knows keys and signatures, not whose they are.
  webauthn: { at: ['webauthn/'], imports: ['core'] },
  // What a service where people sign in says of them, and whether it is true: knows the protocol, not our accounts.
  oidc: { at: ['oidc/'], imports: ['core'] },
  outbox: { at: ['outbox/'], imports: ['core', 'db'] },
  features: {
    at: ['features/'],
    imports: ['core', 'db', 'git', 'ci', 's3', 'sbom', 'outbox', 'secrets'],
    types: ['app', 'config', 'markup', 'webauthn', 'oidc'],
  },
  http: { at: ['http/'], imports: ['core', 'features', 'secrets', 'version'], types: ['app', 'config', 'markup'] },
  ssh: { at: ['ssh/'], imports: ['core', 'features', 'secrets', 'version'], types: ['app', 'config'] },
  worker: { at: ['worker/'], imports: ['core', 'outbox', 'features'], types: ['app', 'config'] },
  compose: {
    at: [
      'compose.ts',
      'compose-runner.ts',
      'compose-service.ts',
      'compose-worker.ts',
      'open-blobs.ts',
      'open-records.ts',
      'program-at.ts',
      'work-limits.ts',
    ],
    imports: 'everything',
  },
  // The living example of `serve --demo`: what it does, people could do, so it knows verbs and no tables. A program of its
  // own: the server does not load it.
  demo: {
    at: ['demo.ts', 'demo/'],
    imports: ['core', 'config', 'compose', 'outbox', 'features', 'worker'],
    types: ['app'],
  },
  main: { at: ['main.ts', 'commands/', 'logger.ts', 'data-dir-lock.ts', 'failpoints.ts'], imports: 'everything' },
}

// What decides how things look never runs what decides whether they are allowed: it knows features by type only.
export const views = ['http/web/views/', 'http/web/components/', 'http/web/layout/']

// A feature's store is its own: others call its verbs. Only the layers that may import everything are exempt.
export const stores = '^src/features/.+[/-]store[.]ts$'

// The only files that may start a process, so that there is one place to look for arguments that came from outside.
// The last one runs inside the boxes of jobs, never in our own process: starting what a pipeline asks for is its task.
export const spawners = [
  'git/spawn-with-files.ts',
  // A small process that starts others for us, as run-git tells it to.
  'git/launches.ts',
  'ci/isolation/start-program.ts',
  'ci/power/runtime.mjs',
]

// The only file that may read `process.env`, so that there is one list of settings.
// The runtime of boxes reads the environment of its job.
export const environmentReaders = ['config.ts', 'ci/power/runtime.mjs']
