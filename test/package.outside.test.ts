/** The packed package, installed in projects. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import main from '../package.json' with { type: 'json' }
import { noticesFile } from '../scripts/third-party-notices.ts'
import { build } from 'esbuild'
import { packagesBundledIn } from './support/package/bundled-packages.ts'
import { attemptCommand, type CommandResult, runCommand } from './support/package/commands.ts'
import { membersWithoutHover } from './support/package/hovers.ts'
import { linkPackages } from './support/example-project.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const entryPoints = Object.keys(main.exports)
  .filter((entryPoint) => entryPoint !== './package.json')
  .map((entryPoint) => entryPoint.replace('.', main.name))

const msw3Project = join(root, 'test', 'compat', 'msw3')

/** An environment: packages from a local folder, and a Node binary. */
interface Setup {
  readonly packages: string
  readonly node: string
  /** Entry points that need a page or a test runner: MSW 3 does not export its browser part in Node. */
  readonly closed: RegExp
}

const [setupName, { packages, node, closed }]: readonly [string, Setup] =
  // Note: `npm run test:msw3` sets the variable.
  process.env['PACKAGES'] === 'msw3'
    ? [
        'msw 3 on Node 24',
        {
          packages: msw3Project,
          node: join(msw3Project, 'node_modules', '.bin', 'node'),
          closed: /\/(browser|storybook|vitest)$/,
        },
      ]
    : [
        'msw 2 on the Node at hand',
        { packages: root, node: process.execPath, closed: /\/(browser|vitest)$/ },
      ]

let folder: string
let archive: string
let project: string

const run = (command: string, args: string[], cwd = project): Promise<string> =>
  runCommand(command, args, cwd)

const attempt = (command: string, args: string[], cwd = project): Promise<CommandResult> =>
  attemptCommand(command, args, cwd)

const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const write = (name: string, content: string): void => writeFileSync(join(project, name), content)

const ready = (await import(new URL('../scripts/prepare.mjs', import.meta.url).href)) as {
  isFresh(name: string): boolean
}

/** The build output if it has types, else a build in a separate folder, since other tests use the output. */
async function pack(): Promise<string> {
  const staged = join(folder, 'staged')
  mkdirSync(staged)
  const files = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']
  for (const name of files) cpSync(join(root, name), join(staged, name))
  cpSync(join(root, 'examples'), join(staged, 'examples'), { recursive: true })
  const dist = join(staged, 'dist')
  if (ready.isFresh('vitest.d.ts')) cpSync(join(root, 'dist'), dist, { recursive: true })
  else await run(bin('tsup'), ['--out-dir', dist], root)
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', staged], folder)
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  return join(folder, filename)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'package-'))
  archive = await pack()
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A project with the package from its archive and all other packages from here. */
async function install(name: string, packages: string): Promise<void> {
  project = join(folder, name)
  const installed = join(project, 'node_modules', main.name)
  mkdirSync(installed, { recursive: true })
  await run('tar', ['-xzf', archive, '-C', installed, '--strip-components', '1'])
  const needed = Object.keys({ ...main.dependencies, ...main.peerDependencies })
  for (const name of [...needed, '@types/node', '@standard-schema/spec']) {
    const path = join(project, 'node_modules', name)
    mkdirSync(join(path, '..'), { recursive: true })
    if (!existsSync(path)) symlinkSync(placeOf(name, packages), path, 'junction')
  }
  write('package.json', JSON.stringify({ name: 'project', private: true, type: 'module' }))
}

/** The folder of a package of the environment, or else that of this project. */
function placeOf(name: string, packages: string): string {
  const own = join(packages, 'node_modules', name)
  return existsSync(own) ? own : join(root, 'node_modules', name)
}

/** The first test in the README. */
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const firstTest = /```ts\n(import .*?\/vitest'[\s\S]*?)```/.exec(readme)?.[1] ?? ''

test('the package contains the licenses of all packages that its files contain', async () => {
  const notices = await run('tar', ['-xOzf', archive, `package/dist/${noticesFile}`], folder)
  const entries = ['index.ts', 'server.ts', 'inspector/main.tsx']
  const outputs = await Promise.all(entries.map((entry) => packagesBundledIn(entry)))
  const names = new Set(outputs.flat().map((path) => path.replace(/^.*node_modules\//, '')))
  expect([...names]).toEqual(
    expect.arrayContaining(['zod', 'preact', 'fast-sha256', '@faker-js/faker']),
  )
  const listed = [...notices.matchAll(/^(\S+) \d+\.\d+\.\d+\S* \(/gm)].map(([, name]) => name)
  expect([...names].filter((name) => !listed.includes(name))).toEqual([])
}, 60_000)

describe(`with ${setupName}`, () => {
  const importable = entryPoints.filter((entryPoint) => !closed.test(entryPoint))

  beforeAll(async () => install('project', packages))

  test('ES modules import every entry point', async () => {
    write('entry-points.mjs', importable.map((entryPoint) => `import '${entryPoint}'`).join('\n'))
    expect(await run(node, ['entry-points.mjs'])).toBe('')
  })

  test('a function that is imported from another entry point says where it is', async () => {
    const script = `
      import { connectEmulator, startServer } from '${main.name}'
      import { createEmulator } from '${main.name}/server'
      for (const call of [connectEmulator, startServer, createEmulator])
        try { call() } catch (error) { console.log(error.message) }
    `
    write('misplaced.mjs', script)
    expect(await run(node, ['misplaced.mjs'])).toBe(
      'Could not call connectEmulator: "course-admin-emulator" does not have it. Import it from "course-admin-emulator/node" or "course-admin-emulator/playwright".\n' +
        'Could not call startServer: "course-admin-emulator" does not have it. Import it from "course-admin-emulator/server".\n' +
        'Could not call createEmulator: "course-admin-emulator/server" does not have it. Import it from "course-admin-emulator".\n',
    )
  })

  test('CommonJS imports every entry point', async () => {
    const imports = importable.map((entryPoint) => `import('${entryPoint}')`).join(', ')
    write('entry-points.cjs', `Promise.all([${imports}]).then((all) => console.log(all.length))`)
    expect(await run(node, ['entry-points.cjs'])).toBe(`${importable.length}\n`)
  })

  test('Node reads the shipped world from the module that pages import on demand', async () => {
    const world = join(root, 'src', 'service', 'generated', 'training-company.txt')
    const dist = `./node_modules/${main.name}/dist`
    const script = `
      import { shippedWorldFile as node } from '${dist}/shipped-world.js'
      import { shippedWorldFile as page } from '${dist}/shipped-world.browser.js'
      const before = page.text()
      await page.load()
      console.log(before, node.text() === page.text(), page.text().length)
    `
    write('world.mjs', script)
    expect(await run(node, ['world.mjs'])).toBe(`undefined true ${readFileSync(world).length}\n`)
  })

  test('a page that has not loaded the shipped world generates the same rows', async () => {
    const contents = `
      import { createEmulator } from '${main.name}'
      const emulator = createEmulator()
      console.log(JSON.stringify([...emulator.rows('enrollments'), emulator.given('users')]))
    `
    const outfile = join(project, 'page.mjs')
    const stdin = { contents, resolveDir: project }
    await build({ stdin, outfile, bundle: true, minify: true, format: 'esm', platform: 'browser' })
    // Note: a page has no `process`, and could not load a module on demand.
    write('run-page.mjs', "globalThis.process = undefined\nawait import('./page.mjs')\n")
    write('run-node.mjs', contents)
    expect(await run(node, ['run-page.mjs'])).toBe(await run(node, ['run-node.mjs']))
  })

  test.each(['bundler', 'node16'])(
    'TypeScript resolves every entry point with %s',
    async (resolution) => {
      const names = entryPoints.map(
        (entryPoint, i) => `import * as entryPoint${i} from '${entryPoint}'`,
      )
      const used = `export const all = [${entryPoints.map((_, i) => `entryPoint${i}`).join(', ')}]`
      const matchers = `
  import { expect, test } from '${main.name}/vitest'
  test('typed', ({ emulator }) => {
    expect(emulator).toHaveReceived('create_user', { body: {}, times: 0 })
    expect(emulator).not.toHaveRow('users', { first_name: 'Absent' })
    // @ts-expect-error: there is no such operation
    expect(emulator).toHaveReceived('create_usr')
  })
  `
      write('entry-points.ts', [...names, used, matchers].join('\n'))
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
        module: resolution === 'bundler' ? 'esnext' : 'node16',
        moduleResolution: resolution,
        types: ['node'],
        skipLibCheck: resolution === 'bundler',
        exactOptionalPropertyTypes: true,
      }
      write(
        'tsconfig.json',
        JSON.stringify({ compilerOptions: options, files: ['entry-points.ts'] }),
      )
      expect(await run(bin('tsc'), ['-p', '.'])).toBe('')
    },
  )

  test('the types need no library but that of ES2022', async () => {
    // Note: the types of Node and of Vitest contain the library, so they are absent.
    const names = ['', '/scenarios', '/explore', '/check'].map(
      (path) => `import '${main.name}${path}'`,
    )
    write('types.ts', names.join('\n'))
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'node16',
      types: [],
      skipLibCheck: false,
    }
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['types.ts'] }))
    const { output } = await attempt(bin('tsc'), ['-p', '.'])
    // Note: the types of other packages have errors of their own with these options.
    expect(output.split('\n').filter((line) => line.includes(`/${main.name}/`))).toEqual([])
  })

  test('each member of an exported interface has a docstring in the types', () => {
    const installed = join(project, 'node_modules', main.name)
    const paths = Object.values(main.exports).flatMap((target) =>
      typeof target === 'string' ? [] : [join(installed, target.types)],
    )
    expect(paths.length).toBeGreaterThan(10)
    expect(membersWithoutHover(paths)).toEqual([])
  })

  /** The errors of a module with wrong calls, one for each line. */
  async function errorsOf(calls: readonly string[]): Promise<string[]> {
    const lines = [
      `import { createEmulator } from '${main.name}'`,
      'const emulator = createEmulator()',
      ...calls,
    ]
    write('wrong.ts', lines.join('\n'))
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      module: 'node16',
      types: [],
      skipLibCheck: true,
    }
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['wrong.ts'] }))
    const { output } = await attempt(bin('tsc'), ['-p', '.'])
    return output.split('\n').filter((line) => line !== '')
  }

  test('the error of a wrong value in given is one short sentence', async () => {
    const errors = await errorsOf([
      "emulator.given('users', { last_nam: 'Lee' })",
      "emulator.given('users', { last_name: 3 })",
      "emulator.given('users', 2, { last_nam: 'Lee' })",
    ])
    const unknownField =
      /: Object literal may only specify known properties, but 'last_nam' does not exist in type 'GivenValues<"users">'\./
    expect(errors).toEqual([
      expect.stringMatching(unknownField),
      expect.stringContaining(": Type 'number' is not assignable to type 'string'."),
      expect.stringMatching(unknownField),
    ])
    expect(Math.max(...errors.map(({ length }) => length))).toBeLessThanOrEqual(200)
  })

  test('the error of an unknown option has the name of its interface and the nearest option', async () => {
    const calls: readonly (readonly [call: string, type: string, nearest: string])[] = [
      ["createEmulator({ wrold: 'empty' })", 'EmulatorOptions', 'world'],
      ['createEmulator({ delivery: { maxInFlght: 1 } })', 'DeliveryOptions', 'maxInFlight'],
      ['emulator.mintToken({ scope: [] })', 'TokenOptions', 'scopes'],
      ["emulator.fork({ instancKey: 'a' })", 'ForkOptions', 'instanceKey'],
      ["emulator.fault({ operatoin: 'get_users', with: {} })", 'FaultRule', 'operation'],
      ['emulator.fault({ with: { stauts: 503 } })', 'FaultEffect', 'status'],
      ["emulator.received('get_users', { stauts: 200 })", 'CallMatch', 'status'],
      ["emulator.run(() => 1, { limti: '1m' })", 'WorkOptions', 'limit'],
    ]
    const errors = await errorsOf(calls.map(([call]) => call))
    expect(errors).toEqual(
      calls.map(([, type, nearest]) =>
        expect.stringMatching(`in type '${type}'. Did you mean to write '${nearest}'\\?$`),
      ),
    )
  })

  test('the types of the entry point data need neither @msw/data nor @mswjs/data', async () => {
    write(
      'data.ts',
      `import { createEmulator } from '${main.name}'
import { collections, factoryDatabase } from '${main.name}/data'
const emulator = createEmulator()
const { users } = await collections(emulator)
export const name: string | undefined = users.findFirst((q) => q.where({ id: 1 }))?.first_name
export const count: number = (await factoryDatabase(emulator)).users.count()
`,
    )
    const options = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable', 'ESNext.Disposable'],
      module: 'node16',
      types: [],
    }
    write('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['data.ts'] }))
    const optional = ['@msw', '@mswjs'].map((scope) => join(project, 'node_modules', scope))
    for (const path of optional) renameSync(path, `${path}-absent`)
    try {
      const { output } = await attempt(bin('tsc'), ['-p', '.'])
      // Note: the types of other packages have errors of their own.
      const own = output
        .split('\n')
        .filter((line) => /^data\.ts|course-admin-emulator\//.test(line))
      expect(own).toEqual([])
    } finally {
      for (const path of optional) renameSync(`${path}-absent`, path)
    }
  })

  test('the first test of the README passes and has at most 6 lines to write', async () => {
    const written = firstTest.split('\n').filter((line) => line.trim() !== '')
    expect(written.length).toBeGreaterThan(3)
    expect(written.length).toBeLessThanOrEqual(6)
    write('first.test.ts', firstTest)
    write('vitest.config.js', 'export default {}')
    const vitest = join(packages, 'node_modules', 'vitest', 'vitest.mjs')
    await run(node, [vitest, 'run', '--reporter=json', '--outputFile=report.json'])
    const report: unknown = JSON.parse(readFileSync(join(project, 'report.json'), 'utf8'))
    expect(report).toMatchObject({ numPassedTests: 1, numFailedTests: 0 })
  })
})

describe('init in an empty folder', () => {
  /** An empty folder with installed packages only, as after an installation from the archive. */
  async function initialize(kind: string): Promise<string> {
    await install(`init-${kind}`, root)
    linkPackages(project, root)
    rmSync(join(project, 'package.json'))
    const cli = join(project, 'node_modules', main.name, 'dist', 'cli.js')
    return run(process.execPath, [cli, 'init', kind, '--no-install'])
  }

  test.each([
    ['vitest', /Tests +1 passed/],
    ['jest', /Tests: +4 passed, 4 total/],
    ['node', /pass 3\n/],
    ['vite', /pass 1\n/],
  ])('%s: npm test passes', async (kind, passed) => {
    expect(await initialize(kind)).toContain('created  package.json\n')
    const { code, output } = await attempt('npm', ['test'])
    expect(output).toMatch(passed)
    expect(code).toBe(0)
  })

  test('jest: the error names the start command, without the flag of Node', async () => {
    await initialize('jest')
    const { code, output } = await attempt(bin('jest'), [])
    expect(output).toMatch(/Could not load .* Start it with `node --experimental-vm-modules /)
    expect(code).not.toBe(0)
  })

  test('jest: a failing test prints the journal and the hints', async () => {
    await initialize('jest')
    write(
      'test/fails.test.mjs',
      `import { expect, test } from '@jest/globals'
      import { setupEmulator } from 'course-admin-emulator/jest'
      test('reads a list', async () => {
        const emulator = setupEmulator({ world: 'empty' }).listen()
        const { headers, baseUrl } = emulator
        await fetch(baseUrl + '/users?per_pag=5', { headers })
        expect(1).toBe(2)
      })`,
    )
    const { output } = await attempt('npm', ['test', '--', 'fails'])
    expect(output).toMatch(/In "reads a list":[^]+GET \/users\?per_pag=5 -> 400/)
  })

  test('playwright: the configuration loads and finds the tests', async () => {
    await initialize('playwright')
    const listed = await run(bin('playwright'), ['test', '--list'])
    expect(listed).toContain('Total: 10 tests in 1 file')
  })

  test('storybook: the worker script is the one of the installed msw', async () => {
    expect(await initialize('storybook')).toContain('created  public/mockServiceWorker.js\n')
    const worker = readFileSync(join(project, 'public', 'mockServiceWorker.js'), 'utf8')
    expect(worker).toBe(
      readFileSync(join(root, 'node_modules', 'msw', 'lib', 'mockServiceWorker.js'), 'utf8'),
    )
  })
})
