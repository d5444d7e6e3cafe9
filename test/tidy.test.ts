/** The rules of the house, as a test of the source text: breaking one is a red line, not a remark. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { journalKinds } from '../src/kit/journal/journal-kinds.ts'
import { resources } from '../src/resources/resource-list.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const generated = new Set([
  'src/resources/resource-list.ts',
  'src/generated/rows.ts',
  'src/emulator/worlds/shipped-world.ts',
])

interface SourceFile {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

function filesUnder(folder: string): SourceFile[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`
    if (name === 'node_modules') return []
    if (statSync(join(root, path)).isDirectory()) return filesUnder(path)
    if (!/\.(tsx?|mjs)$/.test(name)) return []
    const text = readFileSync(join(root, path), 'utf8')
    return [{ path, text, lines: text.split('\n') }]
  })
}

const source = filesUnder('src')

/** The inspector's page: it runs in a browser, on real time, and is built by itself. */
const page = 'src/adapters/inspector/page/'
const everything = [
  ...source,
  ...filesUnder('fixtures'),
  ...filesUnder('scripts'),
  ...filesUnder('test'),
]
const byHand = source.filter(({ path }) => !generated.has(path))

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

function importsOf({ path, text }: SourceFile): Import[] {
  const pattern =
    /^(?:import|export)\s(type\s)?[^;']*?from\s'([^']+)'|^import\s'([^']+)'|await import\('([^']+)'\)/gm
  const found = text.matchAll(pattern)
  return [...found].map(([, type, from, bare, later]) => {
    const specifier = (from ?? bare ?? later) as string
    const to = specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(path), specifier)).replaceAll('\\', '/')
      : specifier
    return { from: path, to, typeOnly: type !== undefined }
  })
}

const imports = source.flatMap(importsOf)

/** The layer of a file; imports point to the same layer or to one below. */
const layers: readonly (readonly [RegExp, string, readonly string[]])[] = [
  [/^src\/machine\//, 'machine', []],
  [/^src\/define(\/|\.ts)/, 'define', ['machine']],
  [/^src\/model\//, 'model', ['define', 'machine']],
  [/^src\/faults\//, 'faults', ['machine']],
  [/^src\/serve\//, 'serve', ['faults', 'model', 'define', 'machine']],
  [/^src\/deliver\//, 'deliver', ['faults', 'model', 'define', 'machine']],
  [/^src\/describe\//, 'describe', ['model', 'define', 'machine']],
  [/^src\/kit\//, 'kit', ['model', 'define', 'machine', 'deliver']],
  [/^src\/resources\//, 'resources', ['define']],
]
const layerOf = (path: string) => layers.find(([pattern]) => pattern.test(path))
const lower = new Set([
  'kit',
  'serve',
  'deliver',
  'describe',
  'resources',
  'model',
  'faults',
  'define',
  'machine',
])

describe('imports', () => {
  test('point down, and siblings do not see each other', () => {
    const wrong = imports.filter(({ from, to, typeOnly }) => {
      const [, layer, below] = layerOf(from) ?? []
      const target = layerOf(to)?.[1]
      if (!layer || !to.startsWith('src/')) return false
      if (to === 'src/generated/rows.ts') return !typeOnly
      if (layer === 'kit' && target === 'deliver') return !typeOnly
      return target === undefined ? true : target !== layer && !below?.includes(target)
    })
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('of adapters come from doors, and from the emulator that lends a handler', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        to.startsWith('src/adapters/') &&
        (layerOf(from) !== undefined || from.startsWith('src/emulator/')),
    )
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
    expect(
      imports.filter(
        ({ from, to }) => from === 'src/emulator/emulator.ts' && to.startsWith('src/adapters/'),
      ),
    ).toMatchObject([{ to: 'src/emulator/handlers.ts' }])
  })

  test('of the page stay in it, but for types: it is a bundle of its own', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        to.startsWith('src/') && from.startsWith(page) !== to.startsWith(page) && !typeOnly,
    )
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('lead to the leaf file: there is no barrel inside', () => {
    const barrels = byHand.filter(({ path }) => /^src\/.+\/index\.ts$/.test(path))
    expect(barrels.map(({ path }) => path)).toEqual([])
  })

  test('of resources name no other resource', () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        /^src\/resources\/\w+\.ts$/.test(from) &&
        /^src\/resources\/\w+\.ts$/.test(to) &&
        !generated.has(from) &&
        !(typeOnly && to === 'src/generated/rows.ts'),
    )
    expect(wrong).toEqual([])
  })

  test('reach every file', () => {
    const reached = new Set(
      [...imports, ...filesUnder('scripts').flatMap(importsOf)].map(({ to }) => to),
    )
    const doors = new Set([...doorFiles(), `${page}main.tsx`])
    const dead = source.filter(({ path }) => !reached.has(path) && !doors.has(path))
    expect(dead.map(({ path }) => path)).toEqual([])
  })
})

describe('names', () => {
  test('of resources stand in no shared layer', () => {
    const names = resources.map(({ name }) => name)
    const shared = byHand.filter(({ path }) => {
      const layer = layerOf(path)?.[1]
      return layer !== undefined && layer !== 'resources' && lower.has(layer)
    })
    const wrong = shared.flatMap(({ path, text }) =>
      names
        .filter((name) => withoutComments(text).includes(`'${name}'`))
        .map((name) => `${path}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('of files say what is in them', () => {
    const vague = /(^|\/)(utils?|helpers?|common|misc|types)\.ts$|(manager|service|impl)\.ts$/i
    expect(everything.filter(({ path }) => vague.test(path)).map(({ path }) => path)).toEqual([])
  })
})

/** What only the named files may use, and what everybody else uses instead. */
const banned: readonly (readonly [RegExp, RegExp, string])[] = [
  [/\bDate\.now\b|new Date\(\)/, /^src\/machine\/wakeup\.ts$/, 'the clock'],
  [
    /\b(setTimeout|setInterval|setImmediate)\b/,
    /^src\/machine\/(wakeup|quiet|fake-timers)\.ts$|^src\/adapters\//,
    'the clock',
  ],
  [/Math\.random|randomUUID|getRandomValues/, /^$/, 'machine/random'],
  [/from 'node:/, /^src\/adapters\/|^src\/cli\.ts$/, 'an adapter'],
  [/from 'msw/, /^src\/adapters\/|^src\/emulator\/face\.ts$/, 'an adapter'],
  [/\bFIXME\b|\bTODO\b/, /^$/, 'an issue'],
  [/'@faker-js\/faker'/, /^src\/(kit\/faker|define\/recipe)/, 'kit/faker'],
]

describe('the source', () => {
  test.each(banned)('uses %s only where it may', (pattern, allowed, _instead) => {
    const wrong = byHand
      .filter(({ path, text }) => !allowed.test(path) && pattern.test(withoutComments(text)))
      .filter(({ text }) => !isTypeOnly(text, pattern))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('holds no long file, and most are short', () => {
    const long = byHand.filter(({ lines }) => lines.length > 301)
    expect(long.map(({ path, lines }) => `${path}: ${lines.length}`)).toEqual([])
  })

  test('holds no long function', () => {
    const long = byHand
      .filter(({ path }) => !/^src\/resources\/\w+\.ts$/.test(path))
      .flatMap(({ path, lines }) => longFunctions(lines).map((name) => `${path}: ${name}`))
    expect(long).toEqual([])
  })

  test('opens every file with what it answers for', () => {
    const silent = byHand.filter(
      ({ path, text }) => !/^(#!.*\n)?\/\*\*/.test(text) && !isDoor(path) && !isDefinition(path),
    )
    expect(silent.map(({ path }) => path)).toEqual([])
  })

  test('documents what a resource is', () => {
    const silent = source.filter(
      ({ path, text }) =>
        isDefinition(path) && !generated.has(path) && !/^\/\*\* .+ \*\/\nexport const/m.test(text),
    )
    expect(silent.map(({ path }) => path)).toEqual([])
  })
})

describe('the journal', () => {
  test('has a sentence in its list of kinds for every kind that is written', () => {
    const written = source.flatMap(({ text }) =>
      [...text.matchAll(/(?:journal\.add|\bnote)\(\s*'([a-z ]+)'/g)].map(([, kind]) => kind),
    )
    const unknown = written.filter((kind) => !((kind as string) in journalKinds))
    expect(unknown).toEqual([])
    expect(written.length).toBeGreaterThan(10)
  })
})

describe('tests', () => {
  const tests = filesUnder('test').filter(({ path }) => path !== 'test/tidy.test.ts')

  test('are never skipped, singled out or put off', () => {
    const wrong = tests.filter(({ text }) =>
      /\b(test|it|describe)\.(only|skip|todo|fails)\b/.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('that start other programs have a lane of their own', () => {
    const starting = tests.filter(
      ({ path, text }) =>
        path.endsWith('.test.ts') &&
        !path.startsWith('test/browser/') &&
        text.includes("from 'node:child_process'"),
    )
    expect(starting.length).toBeGreaterThan(3)
    expect(starting.map(({ path }) => path).filter((path) => !/\.outside\./.test(path))).toEqual([])
  })

  test('never wait in real time', () => {
    const wrong = tests.filter(
      ({ path, text }) =>
        !path.startsWith('test/bench/') && /await new Promise[^\n]*setTimeout/.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('the package', () => {
  test('has a door for every export, and an export for every door', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const targets = Object.values(exports as Record<string, string | Record<string, string | null>>)
      .flatMap((target) => (typeof target === 'string' ? [target] : Object.values(target)))
      .concat(Object.values(bin as Record<string, string>))
      .filter((target) => target?.endsWith('.js'))
      .map((target) => `src/${(target as string).slice('./dist/'.length, -'.js'.length)}.ts`)
    expect([...new Set(targets)].toSorted()).toEqual(doorFiles())
  })

  test('has a page of the reference for every door', () => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const doors = Object.keys(exports)
      .filter((path) => path !== './package.json')
      .map((path) => `${path.slice('./'.length) || 'index'}.md`)
    const pages = readdirSync(join(root, 'docs/api'))
    expect(pages.toSorted()).toEqual([...doors, 'README.md', 'records.md'].toSorted())
    for (const list of ['README.md', 'llms.txt']) {
      expect(readFileSync(join(root, list), 'utf8')).toContain('(docs/api/README.md)')
    }
  })

  test('has no registry in its lock file', () => {
    const locks = ['package-lock.json', 'test/compat/msw3/package-lock.json']
    const named = locks.filter(
      (lock) =>
        existsSync(join(root, lock)) &&
        /"resolved": "http/.test(readFileSync(join(root, lock), 'utf8')),
    )
    expect(named).toEqual([])
  })

  test('states its version once', async () => {
    const { version } = await import('../src/emulator/version.ts')
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version).toBe(version)
  })
})

function doorFiles(): string[] {
  return readdirSync(join(root, 'src'))
    .filter(
      (name) => name.endsWith('.ts') && !['define.ts', 'emulator.ts', 'version.ts'].includes(name),
    )
    .map((name) => `src/${name}`)
    .toSorted()
}

const isDoor = (path: string): boolean => doorFiles().includes(path)
const isDefinition = (path: string): boolean => /^src\/resources\/\w+\.ts$/.test(path)

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '')

/** Every match stands in an import of types, which leaves no trace at run time. */
function isTypeOnly(text: string, pattern: RegExp): boolean {
  return withoutComments(text)
    .split('\n')
    .filter((line) => pattern.test(line))
    .every((line) => line.startsWith('import type') || line.includes('typeof import('))
}

interface FoundFunction {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The names of functions that do not fit a screen; functions inside them count for themselves. */
function longFunctions(lines: readonly string[]): string[] {
  const found: FoundFunction[] = lines.flatMap((line, start) => {
    const [, indent, name] = /^( *)(?:export )?(?:async )?function\*? (\w+)/.exec(line) ?? []
    const end = lines.findIndex((each, i) => i > start && each === `${indent}}`)
    return name === undefined || end < 0 ? [] : [{ name, start, end }]
  })
  return found.flatMap(({ name, start, end }) => {
    const inner = found.filter((each) => each.start > start && each.end < end)
    const outermost = inner.filter(
      (each) => !inner.some((other) => other.start < each.start && other.end > each.end),
    )
    const nested = outermost.reduce((sum, each) => sum + each.end - each.start + 1, 0)
    const own = end - start + 1 - nested
    return own > 60 ? [`${name} has ${own} lines of its own`] : []
  })
}
