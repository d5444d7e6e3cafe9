/** The rules for imports, types included. `npm run check:static` checks them. */

/** Forbids imports from the files of one pattern to the files of another. */
const forbid = (name, from, to, comment) => ({ name, severity: 'error', from, to, comment })

/** The folders of the engine, from the ground up. Folders of one group do not see each other, but for the first group. */
const engineLayers = [
  ['clock', 'store', 'errors'],
  ['define', 'journal'],
  ['model', 'faults'],
  ['serve', 'deliver', 'describe', 'kit'],
  ['emulator'],
  ['control'],
]
const isGround = (group) => group === engineLayers[0]
/** Note: a kind of entry logs behaviours, and a problem names the details of an entry. */
const isVocabulary = (group) => group === engineLayers[1]

const engineRules = engineLayers.flatMap((group, i) =>
  group.map((folder) => {
    const above = engineLayers.slice(i + 1).flat()
    const beside =
      isGround(group) || isVocabulary(group) ? [] : group.filter((each) => each !== folder)
    return forbid(
      `engine-${folder}`,
      { path: `^src/engine/${folder}/` },
      { path: `^src/engine/(${[...above, ...beside, 'none'].join('|')})/` },
      'Imports point down. Move the shared part to a layer that both import.',
    )
  }),
)

export default {
  forbidden: [
    forbid(
      'engine-names-no-service',
      { path: '^src/engine/', pathNot: '^src/engine/service-types\\.ts$' },
      { path: '^src/(service|conformance|inspector|adapters)/' },
      'The engine serves any service. It takes types from service-types.ts and values from the definition.',
    ),
    forbid(
      'one-seam',
      { path: '^src/engine/service-types\\.ts$' },
      { path: '^src/', dependencyTypesNot: ['type-only'] },
      'The seam re-exports types only.',
    ),
    forbid(
      'service-is-data',
      { path: '^src/service/' },
      { path: '^src/(conformance|inspector|adapters)/' },
      'A definition of the service needs the engine only.',
    ),
    forbid(
      'conformance-runs-anywhere',
      { path: '^src/conformance/' },
      { path: '^src/(inspector|adapters)/' },
      'Adapters say where it runs.',
    ),
    forbid(
      'inspector-is-a-page',
      { path: '^src/inspector/' },
      { path: '^src/(?!inspector/|report/)', dependencyTypesNot: ['type-only'] },
      'The page contains no code of the emulator. It imports types of view models, and the rows of stories.',
    ),
    forbid(
      'report-renders',
      { path: '^src/report/' },
      { path: '^src/(service|conformance|inspector|adapters)/' },
      'A report renders what it is given.',
    ),
    forbid(
      'other-service-needs-no-service',
      { path: '^test/other-service/' },
      { path: '^src/service/' },
      'The engine and the conformance tools work for any service.',
    ),
    forbid(
      'resources-are-apart',
      { path: '^src/service/resources/(\\w+)[^/]*\\.ts$', pathNot: 'resource-list' },
      { path: '^src/service/resources/', pathNot: '^src/service/resources/$1\\.' },
      'Resources name each other by string. Move the shared part to src/service/rules.',
    ),
    forbid(
      'rules-know-no-resource',
      { path: '^src/service/(rules|fields|demo)/' },
      { path: '^src/service/resources/' },
      'Inside src/service, imports point from resources to demo, to rules, to fields.',
    ),
    ...engineRules,
    forbid('no-circular', {}, { circular: true }, 'Move the shared part to a file of its own.'),
    forbid(
      'no-unresolved',
      { path: '^(src|scripts)/' },
      { couldNotResolve: true, pathNot: '^#|/dist/' },
      'The import names no file and no package.',
    ),
    forbid(
      'node-in-adapters',
      {
        path: '^src/',
        pathNot: '^src/(adapters/|cli\\.ts$|service/demo/shipped-world\\.ts$)',
      },
      { dependencyTypes: ['core'], dependencyTypesNot: ['type-only'] },
      'Only adapters use Node, so that the rest runs in a page.',
    ),
    forbid(
      'msw-in-adapters',
      { path: '^src/', pathNot: '^src/adapters/' },
      { path: 'node_modules/msw/', dependencyTypesNot: ['type-only'] },
      'Only adapters use MSW.',
    ),
    forbid(
      'no-dev-dependencies',
      { path: '^src/', pathNot: '^src/inspector/' },
      {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only', 'npm-peer'],
        // Note: the build bundles these.
        pathNot:
          'node_modules/(zod|sorted-btree|standardwebhooks|@stablelib|fast-sha256|@msw/data|@mswjs/data|vitest|vite|@playwright)/',
      },
      'The package does not install development dependencies.',
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(node_modules/.*/node_modules|^dist/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
}
