/** The command `init`: the files that it writes, keeps and refuses. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { initCommand } from '../../src/adapters/cli/init/init-command.ts'
import { exampleFilesOf } from '../../src/adapters/cli/init/example-files.ts'
import { packageManagerOf } from '../../src/adapters/cli/init/package-commands.ts'
import { installedRange } from '../../src/adapters/cli/init/installed-range.ts'
import {
  packagesOf,
  projectKindNames,
  projectKindOf,
} from '../../src/adapters/cli/init/project-kinds.ts'
import { EmulatorError } from '../../src/engine/errors/errors.ts'
import main from '../../package.json' with { type: 'json' }
import { root } from '../support/example-project.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'init-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command in the folder. `statuses` are the exit codes of the command lines that it runs. */
function init(
  args: string[],
  {
    statuses = [0],
    userAgent = '',
    ownRange,
    folder: current = folder,
  }: {
    statuses?: number[]
    userAgent?: string
    ownRange?: string | undefined
    folder?: string
  } = {},
) {
  let output = ''
  const ran: string[] = []
  const code = initCommand.perform(initCommand.parse(args), {
    folder: current,
    userAgent,
    ownRange,
    stdout: (text) => void (output += text),
    stderr: () => undefined,
    run: (commandLine) => statuses[ran.push(commandLine) - 1] ?? 0,
  })
  return { code, output, ran }
}

const write = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const read = (path: string): string => readFileSync(join(folder, path), 'utf8')
const manifest = (): Record<string, Record<string, string>> =>
  JSON.parse(read('package.json')) as never

function pathsIn(parent: string): string[] {
  const entries = readdirSync(parent, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(parent.length + 1))
    .toSorted()
}

test.each(projectKindNames)('%s: an empty folder gets every file and its packages', (kind) => {
  const { code, output, ran } = init([kind])
  expect(code).toBe(0)
  const { setup, scripts } = projectKindOf(kind)
  expect(ran).toEqual(['npm install', ...(setup ? [`npx ${setup.join(' ')}`] : [])])
  expect(manifest()).toMatchObject({ scripts, devDependencies: packagesOf(projectKindOf(kind)) })
  const created = [...output.matchAll(/^created +(\S+)$/gm)].map(([, path]) => path as string)
  expect(created.toSorted()).toEqual(pathsIn(folder))
  expect(pathsIn(folder)).toEqual(expect.arrayContaining(pathsIn(join(root, 'examples', kind))))
  expect(output).toMatch(/\nNext: npm test\n$/)
})

test.each(projectKindNames)('%s: a second run changes nothing', (kind) => {
  init([kind])
  const before = pathsIn(folder).map((path) => [path, read(path)])
  const { code, output } = init([kind])
  expect(code).toBe(0)
  expect(pathsIn(folder).map((path) => [path, read(path)])).toEqual(before)
  expect(output).not.toMatch(/^(created|changed|refused)/m)
})

test.each(projectKindNames)('%s: files of other names do not replace its own', (kind) => {
  for (const { path } of exampleFilesOf(kind)) {
    const stem = basename(path).replace(/\.\w+$/, '')
    for (const name of ['another.ts', `${stem}.txt`, `${stem}.bak.ts`])
      write(join(dirname(path), name), '')
  }
  const { code, output } = init([kind, '--no-install'])
  expect(output).not.toMatch(/^refused/m)
  expect(code).toBe(0)
})

test('the report lists each file, then the commands that run', () => {
  const { output } = init(['vitest'])
  expect(output).toBe(`created  package.json
created  src/access.ts
created  test/access.test.ts

Running npm install …

Next: npm test
`)
})

describe('an existing project', () => {
  test('keeps its files; --force replaces them', () => {
    write('src/access.ts', 'export {}\n')
    const { code, output } = init(['vitest'])
    expect(code).toBe(1)
    expect(output).toContain('refused  src/access.ts: the file exists; --force replaces it\n')
    expect(read('src/access.ts')).toBe('export {}\n')
    expect(existsSync(join(folder, 'test/access.test.ts'))).toBe(true)

    const forced = init(['vitest', '--force'])
    expect(forced.code).toBe(0)
    expect(forced.output).toContain('changed  src/access.ts\n')
    expect(read('src/access.ts')).toContain('export const app')
  })

  test('keeps a configuration in another language, and prints what to add', () => {
    write('jest.config.js', 'export default {}\n')
    const { code, output } = init(['jest', '--force'])
    expect(code).toBe(1)
    expect(output).toContain(
      'refused  jest.config.mjs: jest.config.js exists; ' +
        "add `setupFilesAfterEnv: ['course-admin-emulator/jest']`, and `'**/*.test.mjs'` if there is a `testMatch`, " +
        'or the project needs only one\n',
    )
    expect(existsSync(join(folder, 'jest.config.mjs'))).toBe(false)
  })

  test.each([
    ['jest', 'jest.config.mjs', 'testMatch', "'**/*.test.mjs'"],
    ['storybook', '.storybook/main.ts', 'stories', "'../src/**/*.stories.ts'"],
    ['playwright', 'playwright.config.ts', 'testDir', "'e2e'"],
  ] as const)('of the kind %s is told what finds its example', (kind, config, ...found) => {
    write(config, '')
    const { output } = init([kind, '--no-install'])
    const [hint = ''] = output.split('\n').filter((line) => line.startsWith('refused'))
    const codes = [...hint.matchAll(/`([^`]+)`/g)].map(([, code]) => code as string)
    expect(codes).toEqual(expect.arrayContaining([...found]))
    const { text = '' } = exampleFilesOf(kind).find(({ path }) => path === config) ?? {}
    expect(codes.filter((code) => !text.includes(code))).toEqual([])
  })

  test.each(['js', 'cjs', 'ts', 'cts', 'mts', 'jsx', 'tsx'])(
    'with a configuration in .%s gets no second one',
    (ending) => {
      write(`jest.config.${ending}`, '')
      expect(init(['jest']).output).toContain(
        `refused  jest.config.mjs: jest.config.${ending} exists`,
      )
    },
  )

  test('gets only the scripts and packages that are missing', () => {
    const own = {
      name: 'shop',
      scripts: { test: 'mocha', build: 'tsc' },
      dependencies: { msw: '2.12.4' },
      devDependencies: { vitest: '3.2.4' },
    }
    write('package.json', `${JSON.stringify(own, null, '\t')}\n`)
    const { output } = init(['vitest'])
    expect(manifest()).toEqual({
      ...own,
      devDependencies: {
        ...own.devDependencies,
        '@types/node': '^20.19.0',
        'course-admin-emulator': `^${main.version}`,
      },
    })
    expect(read('package.json')).toMatch(/^\{\n\t"name"/)
    expect(output).toContain(
      'changed  package.json: added devDependencies.@types/node, devDependencies.course-admin-emulator; ' +
        'kept your script "test"; the example uses `vitest run`\n',
    )
    expect(output).toMatch(/\nNext: npx vitest run\n$/)
  })

  test.each(projectKindNames)(
    'of the kind %s gets the only package or script that it lacks',
    (kind) => {
      init([kind])
      const complete = manifest()
      for (const part of ['scripts', 'devDependencies'])
        for (const name of Object.keys(complete[part] ?? {})) {
          const { [name]: _, ...others } = complete[part] as Record<string, string>
          write('package.json', JSON.stringify({ ...complete, [part]: others }))
          expect(init([kind]).output).toContain(`changed  package.json: added ${part}.${name}\n`)
          expect(manifest()[part]).toHaveProperty([name])
        }
    },
  )

  test('loses the placeholder of npm init', () => {
    const placeholder = 'echo "Error: no test specified" && exit 1'
    write('package.json', JSON.stringify({ scripts: { test: placeholder } }))
    init(['node'])
    expect(manifest()['scripts']).toEqual({ test: 'node --test' })
  })
})

test('--dry-run prints the report and writes nothing', () => {
  const { code, output, ran } = init(['storybook', '--dry-run'])
  expect(code).toBe(0)
  expect(output).toContain('created  .storybook/preview.ts\n')
  expect(output).toContain('created  public/mockServiceWorker.js\n')
  expect(output).toMatch(/Nothing was written: --dry-run.\n$/)
  expect(pathsIn(folder)).toEqual([])
  expect(ran).toEqual([])
})

test('--no-install prints the commands that are left', () => {
  const { code, output, ran } = init(['playwright', '--no-install'], { userAgent: 'pnpm/9.1.0 x' })
  expect([code, ran]).toEqual([0, []])
  expect(output).toMatch(
    /Next: pnpm install && pnpm exec playwright install chromium && npm test\n$/,
  )
})

test('--no-install writes the worker script before it prints the commands', () => {
  const { output } = init(['storybook', '--no-install'])
  expect(output).toMatch(
    /created {2}public\/mockServiceWorker.js\n\nNext: npm install && npm test\n$/,
  )
})

test('the worker script follows the version of MSW that was installed just now', () => {
  const { output } = init(['storybook'])
  const [before = '', after = '', ...others] = output.split('Running npm install …')
  expect(others).toEqual([])
  expect(before).not.toContain('mockServiceWorker')
  expect(after.match(/^.*mockServiceWorker.*$/gm)).toEqual(['created  public/mockServiceWorker.js'])
})

test('a worker script is kept if it is that of MSW, and changed otherwise', () => {
  const path = 'public/mockServiceWorker.js'
  const statusAfter = () =>
    /^(\w+) +public\/mockServiceWorker/m.exec(init(['storybook']).output)?.[1]
  expect(statusAfter()).toBe('created')
  const script = read(path)
  expect(statusAfter()).toBe('kept')
  write(path, `${script}// older\n`)
  expect(statusAfter()).toBe('changed')
  expect(read(path)).toBe(script)
})

test('a package that was installed from a file is written with its file', () => {
  const installed = join(folder, 'cache', 'node_modules', 'course-admin-emulator', 'dist')
  expect(installedRange(installed)).toBeUndefined()
  const own = { dependencies: { 'course-admin-emulator': 'file:../packages/emulator.tgz' } }
  write('cache/package.json', JSON.stringify(own))
  const ownRange = installedRange(installed)
  expect(ownRange).toBe(`file:${join(folder, 'packages', 'emulator.tgz')}`)
  init(['vitest'], { ownRange })
  expect(manifest()['devDependencies']?.['course-admin-emulator']).toBe(ownRange)

  write('cache/package.json', `\uFEFF${JSON.stringify(own)}`)
  expect(installedRange(installed)).toBe(ownRange)
  write('cache/package.json', '{"name":"a",}')
  expect(() => installedRange(installed)).toThrow(
    /^Could not read .*package\.json: .*JSON.*\. Correct the file and run the command again\.$/,
  )

  const fromRegistry = { devDependencies: { 'course-admin-emulator': '^0.1.0' } }
  write('cache/package.json', JSON.stringify(fromRegistry))
  expect(installedRange(installed)).toBeUndefined()
  for (const other of [{}, { dependencies: {} }, { devDependencies: { vitest: 'file:x' } }]) {
    write('cache/package.json', JSON.stringify(other))
    expect(installedRange(installed)).toBeUndefined()
  }
  expect(installedRange(join(folder, 'dist'))).toBeUndefined()
})

test.each([
  ['shop', 'cd shop && '],
  ['my shop', 'cd "my shop" && '],
  ['.', ''],
])('the next command starts in the folder that was given: %s', (place, entering) => {
  expect(init(['node', place]).output).toMatch(new RegExp(`\nNext: ${entering}npm test\n$`))
  expect(init(['vitest', place, '--no-install', '--force']).output).toContain(
    `\nNext: ${entering}npm install && `,
  )
})

test('an installation that fails says what to run later', () => {
  const { code, output, ran } = init(['playwright'], { statuses: [7] })
  expect([code, ran]).toEqual([1, ['npm install']])
  expect(output).toMatch(
    /\nnpm install failed with exit code 7; its output is above. Run `npm install` and `npx playwright install chromium` when the cause is repaired. If course-admin-emulator comes from a file, run `npm install -D PATH` first.\n$/,
  )
  expect(output).not.toContain('Next:')
})

test('a browser that cannot be downloaded can be replaced by an installed one', () => {
  const { code, output, ran } = init(['playwright'], { statuses: [0, 1] })
  expect([code, ran]).toEqual([1, ['npm install', 'npx playwright install chromium']])
  expect(output).toMatch(
    /Run `npx playwright install chromium` when the cause is repaired. Or set `use: \{ launchOptions: \{ executablePath \} \}` in playwright.config.ts to a Chromium of this machine.\n$/,
  )
})

test.each([
  ['package-lock.json', 'yarn/1.22.22', 'npm'],
  ['pnpm-lock.yaml', 'npm/10.8.2', 'pnpm'],
  ['yarn.lock', '', 'yarn'],
  ['README.md', 'pnpm/9.1.0 npm/? node/v22', 'pnpm'],
  ['README.md', 'bun/1.2.0', 'npm'],
])('with %s and the user agent "%s", the package manager is %s', (file, userAgent, expected) => {
  write(file, '')
  expect(packageManagerOf(folder, userAgent)).toBe(expected)
})

test.each([
  [
    ['vitst'],
    'Could not find the kind of project "vitst": the name is unknown. Did you mean "vitest"?',
  ],
  [[], 'Could not write a project: the kind of project is missing. Use init with one of vitest,'],
  [['jest', 'a', 'b'], 'Could not read the command line: "b" is one argument too many.'],
  [['vitest', 'jest'], '"jest" is a second kind of project. Give one kind at a time, or "./jest"'],
  [['./demo', 'vite'], 'the folder comes before the kind. Give the kind first: init vite ./demo.'],
  [['jest', '--forse'], 'there is no option "--forse". Did you mean "--force"?'],
])('init %j is refused', (args, message) => {
  expect(() => init(args)).toThrow(EmulatorError)
  expect(() => init(args)).toThrow(message)
})

test.each([
  ['[]', 'it is not a JSON object'],
  ['{"scripts":"x"}', '"scripts" is "x", not an object'],
  ['{"devDependencies":["a"]}', '"devDependencies" is ["a"], not an object'],
])('the package.json %s is refused before anything is written', (text, reason) => {
  write('package.json', text)
  expect(() => init(['vite'])).toThrow(
    `Could not read package.json: ${reason}. Correct the file and run the command again.`,
  )
  expect(pathsIn(folder)).toEqual(['package.json'])
  expect(read('package.json')).toBe(text)
})

test.each([
  [
    'jest',
    { jest: '^29.7.0' },
    'has jest ^29.7.0, and the example needs ^30.0.0. Run `npm install',
  ],
  ['vitest', { vitest: '~2.1.9' }, 'has vitest ~2.1.9, and the example needs ^4.1.0.'],
  [
    'storybook',
    { '@storybook/react-vite': '^10.0.0' },
    'has @storybook/react-vite, and the files of the example are for another framework. Add what node_modules/course-admin-emulator/docs/guides/storybook.md describes',
  ],
] as const)('%s beside other packages is refused before it writes', (kind, packages, reason) => {
  const text = JSON.stringify({ devDependencies: packages })
  write('package.json', text)
  expect(() => init([kind])).toThrow(reason)
  expect(read('package.json')).toBe(text)
})

test('vitest adds its example beside Vitest 3 and a tag', () => {
  write('package.json', JSON.stringify({ devDependencies: { vitest: '^3.2.0', msw: 'latest' } }))
  expect(init(['vitest']).output).toContain('added')
})

test('a package.json that begins with a byte order mark is completed and keeps it', () => {
  write('package.json', '\uFEFF{\n    "name": "a"\n}\n')
  init(['node'])
  expect(read('package.json')).toMatch(/^\uFEFF\{\n {4}"name": "a",\n {4}"scripts"/)
})

test('a package.json that is no file is refused', () => {
  mkdirSync(join(folder, 'package.json'))
  expect(() => init(['node'])).toThrow(
    'Could not read "package.json": it is not a regular file. Remove it, or use another folder.',
  )
})

test('a file in the place of a folder is refused', () => {
  write('test', '')
  expect(() => init(['vitest'])).toThrow(
    expect.objectContaining({
      code: 'unwritable_file',
      message: expect.stringContaining('Could not write "test/access.test.ts": '),
    }),
  )
})

test('a new project in a folder of another one is named as such, unless FOLDER selects it', () => {
  init(['node'])
  mkdirSync(join(folder, 'test'), { recursive: true })
  const options = { folder: join(folder, 'test') }
  const note = 'created  package.json: a new project; to add to ../package.json, run it in ..\n'
  expect(init(['node'], options).output).toContain(note)
  expect(init(['node'], options).output).not.toContain('a new project')
  expect(init(['node', 'demo']).output).toContain('created  package.json\n')
})

test.each([
  ['My App!', 'my-app'],
  ['_demo_', 'demo'],
  ['!!', 'project'],
])('a project in the folder %s is named %s', (place, name) => {
  init(['node', place])
  expect(JSON.parse(read(`${place}/package.json`)).name).toBe(name)
})

test('FOLDER selects the folder of the project', () => {
  init(['node', 'a/b'])
  expect(pathsIn(join(folder, 'a/b'))).toEqual(['package.json', 'test/users.test.mjs'])
})

test('the version ranges contain the versions that this repository uses', () => {
  const own: Readonly<Record<string, string>> = main.devDependencies
  for (const kind of projectKindNames) {
    for (const [name, range] of Object.entries(packagesOf(projectKindOf(kind)))) {
      const [major] = range.slice(1).split('.')
      if (own[name] !== undefined) expect(`${name} ${own[name]}`).toContain(` ${major}.`)
    }
  }
})

test('the configurations of Playwright and Storybook load, and name files of the project', async () => {
  const { default: playwright } = await import('../../examples/playwright/playwright.config.ts')
  const { default: storybook } = await import('../../examples/storybook/.storybook/main.ts')
  const { default: preview } = await import('../../examples/storybook/.storybook/preview.ts')
  init(['playwright', 'e2e-project'])
  init(['storybook', 'stories-project'])
  const inProject = (...path: string[]): boolean => existsSync(join(folder, ...path))
  expect(inProject('e2e-project', playwright.testDir as string, 'enroll.spec.ts')).toBe(true)
  expect(inProject('e2e-project/e2e/page/index.html')).toBe(true)
  const [served] = storybook.staticDirs as [string]
  expect(inProject('stories-project/.storybook', served, 'mockServiceWorker.js')).toBe(true)
  expect(preview.loaders).toEqual([expect.any(Function)])
})
