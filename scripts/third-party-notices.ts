/** Writes `THIRD-PARTY-NOTICES.txt` into the build: the licenses of the packages that the built files contain. */
import type { Metafile, Plugin } from 'esbuild'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

export const noticesFile = 'THIRD-PARTY-NOTICES.txt'

/** The packages of data that source files contain: the Dutch names are those of faker. */
const dataSources: Readonly<Record<string, string>> = {
  'fixtures/worlds/nl.json': 'node_modules/@faker-js/faker',
}

/** Returns the folders of the packages from which a build takes code or data, such as `node_modules/zod`. */
export function bundledPackages({ outputs }: Pick<Metafile, 'outputs'>): readonly string[] {
  const paths = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  const folders = paths.flatMap(
    (path) =>
      dataSources[path] ?? /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
  )
  return [...new Set(folders)]
}

interface PackageFacts {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly author?: string | { readonly name: string }
}

/** Returns the notice of a package: its name, its license and the text of the license. */
function noticeOf(folder: string): readonly [name: string, notice: string] {
  const facts = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFacts
  const { name, version, license } = facts
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : licenseText(facts)
  return [name, `${name} ${version} (${license})\n\n${text}\n`]
}

/** Returns the text of the MIT license for a package that ships no text of its license. */
function licenseText({ name, license, author = name }: PackageFacts): string {
  if (license !== 'MIT') throw new Error(`${name} ships no license text.`)
  const holder = typeof author === 'string' ? author : author.name
  // Note: a build runs in the folder of the package, whose own license is that of MIT.
  return readFileSync('LICENSE', 'utf8')
    .trim()
    .replace(/^Copyright.*$/m, `Copyright (c) ${holder}`)
}

/** The notices of all builds of the process, by package. The builds run side by side. */
const notices = new Map<string, string>()

/** Adds the packages of a build to the notices, and writes the notices of all builds so far. */
export const thirdPartyNotices: Plugin = {
  name: 'the notices of bundled packages',
  setup({ initialOptions, onEnd }) {
    const { outdir = 'dist' } = initialOptions
    const folder = basename(outdir) === 'inspector' ? dirname(outdir) : outdir
    onEnd(({ metafile }) => {
      if (!metafile) return
      for (const path of bundledPackages(metafile)) notices.set(...noticeOf(path))
      const texts = [...notices].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, noticesFile), texts.join(`\n${'-'.repeat(80)}\n\n`))
    })
  },
}
