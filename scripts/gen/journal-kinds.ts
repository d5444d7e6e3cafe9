/** Prints the list of journal kinds and the types of their entries from the files of the kinds. */
import { readdirSync } from 'node:fs'

interface KindFile {
  /** The file without its extension: `late-answer`. */
  readonly file: string
  /** The exported kind: `lateAnswerKind`. */
  readonly kind: string
  /** The exported type: `LateAnswerEntry`. */
  readonly entry: string
}

export async function printJournalKinds(folder: URL): Promise<{ list: string; types: string }> {
  const kindFiles = readdirSync(folder).sort().map(kindFileOf)
  for (const { file, kind } of kindFiles) {
    const { [kind]: value } = await import(new URL(`${file}.ts`, folder).href)
    const name = file.replaceAll('-', ' ')
    if (value?.name !== name) throw new Error(`${file}.ts must export ${kind}, named "${name}"`)
  }
  return { list: printList(kindFiles), types: printTypes(kindFiles) }
}

function kindFileOf(name: string): KindFile {
  const file = name.replace(/\.ts$/, '')
  const camel = file.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return { file, kind: `${camel}Kind`, entry: `${camel[0]?.toUpperCase()}${camel.slice(1)}Entry` }
}

const printList = (kindFiles: readonly KindFile[]): string =>
  [
    ...kindFiles.map(({ file, kind }) => `import { ${kind} } from './kinds/${file}.ts'`),
    '',
    '/** Every kind of journal entry. */',
    `export const entryKinds = [${kindFiles.map(({ kind }) => kind).join(', ')}] as const`,
  ].join('\n')

const printTypes = (kindFiles: readonly KindFile[]): string =>
  [
    ...kindFiles.map(({ file, entry }) => `import type { ${entry} } from './kinds/${file}.ts'`),
    '',
    `export type { ${kindFiles.map(({ entry }) => entry).join(', ')} }`,
    '',
    '/** An entry of the journal. Its `kind` determines its fields. @useDeclaredType */',
    `export type JournalEntry = ${kindFiles.map(({ entry }) => `| ${entry}`).join(' ')}`,
    '',
    '/** The kind of a journal entry. @useDeclaredType */',
    "export type JournalKind = JournalEntry['kind']",
    '',
    '/** The journal entries of some kinds. @useDeclaredType */',
    'export type JournalEntryOf<K extends JournalKind> = Extract<JournalEntry, { readonly kind: K }>',
  ].join('\n')
