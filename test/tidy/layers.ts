/**
 * The layers of the source. A file imports from its own layer and from the layers that its own layer
 * lists, types included.
 *
 *     entry points → adapters → { control → inspector/api, { check capacity } → explore → scenarios }
 *       → emulator → { serve deliver describe kit resources } → { faults model } → define → { machine generated }
 */
import { importsOf, type Import } from './imports.ts'
import type { Rule } from './rule.ts'
import { codeIn, isEntryPoint } from './source-files.ts'

const define = ['machine', 'generated']
const model = ['define', ...define]
const emulator = ['serve', 'deliver', 'describe', 'kit', 'resources', 'faults', 'model', ...model]
const explore = ['scenarios', 'emulator', ...emulator]
const adapters = [
  'control',
  'inspector/api',
  'check',
  'capacity',
  'explore',
  'scenarios',
  'emulator',
  ...emulator,
]
const entryPoints = ['adapters', ...adapters]

/** Each layer with the layers that it may import. Layers of one group do not see each other. */
const visible: Readonly<Record<string, readonly string[]>> = {
  generated: [],
  machine: ['generated'],
  define,
  model,
  faults: define,
  serve: ['faults', 'model', ...model],
  deliver: ['faults', 'model', ...model],
  describe: ['model', ...model],
  kit: ['faults', 'model', ...model],
  // Note: resources use the vocabulary of `define` only; `import-rules.ts` orders the files inside.
  resources: ['define', 'generated'],
  emulator,
  scenarios: ['emulator', ...emulator],
  explore,
  check: ['explore', ...explore],
  capacity: ['explore', ...explore],
  'inspector/api': ['emulator', ...emulator],
  control: ['inspector/api', 'emulator', ...emulator],
  adapters,
  'entry points': entryPoints,
  'inspector/app': [],
  fixtures: [],
  scripts: ['entry points', ...entryPoints, 'fixtures', 'test'],
}

export const layerNames: readonly string[] = Object.keys(visible)

/** The layers that a layer may import types from, but no values. */
const visibleTypes: Readonly<Record<string, readonly string[]>> = {
  'inspector/app': ['inspector/api'],
  fixtures: ['entry points', ...entryPoints],
}

/** Small pure files that the bundle of the inspector's page may include. */
export const sharedWithInspectorApp: readonly string[] = []

/** The layer of a file, or undefined for a file of `src` that no layer includes. */
export function layerOf(path: string): string | undefined {
  if (isEntryPoint(path)) return 'entry points'
  const [top = '', folder = '', subfolder = ''] = path.split('/')
  if (top !== 'src') return top
  const name = folder === 'inspector' ? `inspector/${subfolder}` : folder
  return name in visible ? name : undefined
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const [own = '', target = ''] = [layerOf(from), layerOf(to)]
  if (own === '' || target === '') return false
  if (own === target || visible[own]?.includes(target)) return true
  if (typeOnly && visibleTypes[own]?.includes(target)) return true
  return own === 'inspector/app' && sharedWithInspectorApp.includes(to)
}

const isInProject = (path: string): boolean => /^(src|fixtures|scripts|test)\//.test(path)

export const importsPointDown: Rule = {
  name: 'imports point down, and siblings do not see each other',
  check: (project) =>
    codeIn(project, 'src', 'fixtures', 'scripts')
      .flatMap(importsOf)
      .filter((each) => isInProject(each.to) && !isAllowed(each))
      .map((each) => ({ key: `${each.from} -> ${each.to}`, message: describeImport(each) })),
}

function describeImport({ from, to, typeOnly, line }: Import): string {
  const layers = `${layerOf(from) ?? 'no layer'} -> ${layerOf(to) ?? 'no layer'}`
  const kind = typeOnly ? 'a type' : 'a value'
  return `${from}:${line}: imports ${kind} from ${to} (${layers}) -> move the shared part to a layer that both import`
}
