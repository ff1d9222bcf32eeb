// The table of architecture.mjs as rules. Run by script/architecture.mjs.
import { environmentReaders, layers, spawners, stores, views } from './architecture.mjs'

const escaped = (path) => path.replaceAll('.', '\\.')
const at = (path) => `^src/${escaped(path)}${path.endsWith('/') ? '' : '$'}`
const pathsOf = (names) => names.flatMap((name) => layers[name].at.map(at))
const tests = '\\.test\\.tsx?$'
const typesOnly = ['type-only']

const strictLayers = Object.keys(layers).filter((name) => layers[name].imports !== 'everything')
const openLayers = Object.keys(layers).filter((name) => layers[name].imports === 'everything')

const layerRules = strictLayers.flatMap((name) => {
  const { imports, types = [], packages } = layers[name]
  const from = { path: pathsOf([name]), pathNot: tests }
  const known = pathsOf([name, ...imports])
  const comment = `${name} may import ${imports.join(', ') || 'nothing'}${types.length ? `, and types of ${types.join(', ')}` : ''}`
  const rules = [
    rule(`${name}-imports`, comment, from, { path: '^src/', pathNot: known, dependencyTypesNot: typesOnly }),
    rule(`${name}-imports`, comment, from, {
      path: '^src/',
      pathNot: [...known, ...pathsOf(types)],
      dependencyTypes: typesOnly,
    }),
  ]
  if (packages === 'types') {
    const alone = `${name} may use packages and built-in modules as types only`
    rules.push(rule(`${name}-packages`, alone, from, { pathNot: '^src/', dependencyTypesNot: typesOnly }))
  }
  return rules
})

export default {
  forbidden: [
    ...layerRules,
    rule(
      'views-import-types-of-features',
      'views, components and layout may import features as types only',
      { path: views.map(at), pathNot: tests },
      { path: pathsOf(['features']), dependencyTypesNot: typesOnly },
    ),
    rule(
      'store-of-another-feature',
      "a store is its feature's own: call a verb of that feature",
      { path: '^src/features/([^/]+)/', pathNot: tests },
      { path: stores, pathNot: '^src/features/$1/' },
    ),
    rule(
      'store-of-a-feature',
      'a store belongs to its feature: call a verb of that feature',
      { path: '^src/', pathNot: [tests, ...pathsOf(['features', ...openLayers])] },
      { path: stores },
    ),
    rule(
      'no-circles',
      'modules that need each other at run time are one module',
      {},
      {
        circular: true,
        viaOnly: { dependencyTypesNot: typesOnly },
      },
    ),
    rule(
      'spawn',
      `only ${spawners.join(', ')} may start a process`,
      { path: '^src/', pathNot: [tests, ...spawners.map(at)] },
      { path: '^(node:)?(child_process|cluster)$', dependencyTypesNot: typesOnly },
    ),
    rule(
      'environment',
      `only ${environmentReaders.join(', ')} may read the environment`,
      { path: '^src/', pathNot: [tests, ...environmentReaders.map(at)] },
      { path: '^(node:)?process$' },
    ),
    rule('unresolvable', 'the imported module is not there', {}, { couldNotResolve: true }),
    rule(
      'development-package',
      'the server runs without development packages',
      { path: '^src/', pathNot: [tests, '^src/http/web/assets/'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: typesOnly },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}

function rule(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to }
}
