/** Rules about words, exported names and file names. The tables are in `banned-*.ts`. */
import { posix } from 'node:path'
import ts from 'typescript'
import { bannedFileNames, nounsInIng, vagueFileName } from './banned-file-names.ts'
import { bannedExports, bannedIdentifiers, bannedNames, bannedPhrases } from './banned-words.ts'
import { exportsOf } from './exports.ts'
import { inFile, onLine, type Rule, type Violation } from './rule.ts'
import { isCode, isGenerated, lineAt, type SourceFile, treeOf, walkTree } from './source-files.ts'

const instead = (word: string, replacement: string): string =>
  `"${word.replaceAll(/\s[\s*/#]*/g, ' ').trim()}" -> write "${replacement}"`

interface Word {
  readonly pattern: RegExp
  readonly replacement: string
}

const words: readonly Word[] = [
  ...bannedPhrases.map(([pattern, replacement]) => ({
    pattern: new RegExp(pattern.replaceAll(' ', String.raw`[\s*/#]+`), 'gi'),
    replacement,
  })),
  ...bannedNames.map(([pattern, replacement]) => ({
    pattern: new RegExp(String.raw`\b(?:${pattern})\b`, 'g'),
    replacement,
  })),
]

/** Files in which former names are data: the decision record on public names, and the recorded names. */
const filesOfFormerNames = ['docs/decisions/022-public-names.md', 'test/golden/renamed-words.ts']
const hasFormerNames = ({ path }: SourceFile): boolean => filesOfFormerNames.includes(path)

const noBannedWords: Rule = {
  name: 'text uses no banned word',
  // Note: the texts that generated code repeats are checked where they are written.
  check: (project) =>
    project
      .filter((file) => !hasFormerNames(file) && (!isCode(file) || !isGenerated(file)))
      .flatMap(bannedWordsIn),
}

const bannedWordsIn = (file: SourceFile): Violation[] =>
  words.flatMap(({ pattern, replacement }) =>
    [...file.text.matchAll(pattern)].map(({ index, 0: word }) =>
      onLine(file.path, lineIn(file.text, index), instead(word, replacement)),
    ),
  )

const lineIn = (text: string, index: number): number => text.slice(0, index).split('\n').length

const identifiers = bannedIdentifiers.map(([pattern, replacement]) => ({
  pattern: new RegExp(`^(?:${pattern})$`),
  replacement,
}))
/** Finds a banned identifier in a text, so that most files need no syntax tree. */
const anyIdentifier = new RegExp(
  String.raw`\b(?:${bannedIdentifiers.map(([pattern]) => pattern).join('|')})\b`,
)

const noBannedIdentifiers: Rule = {
  name: 'code uses no banned identifier',
  check: (project) =>
    project
      .filter((file) => isCode(file) && !isGenerated(file) && !hasFormerNames(file))
      .flatMap(bannedIdentifiersIn),
}

function bannedIdentifiersIn(file: SourceFile): Violation[] {
  if (!anyIdentifier.test(file.text)) return []
  const found: Violation[] = []
  walkTree(treeOf(file), (node) => {
    if (!ts.isIdentifier(node) || !anyIdentifier.test(node.text)) return
    const { replacement } = identifiers.find(({ pattern }) => pattern.test(node.text)) ?? {}
    if (replacement === undefined) return
    const line = lineAt(file, node.getStart(treeOf(file)))
    found.push(onLine(file.path, line, instead(node.text, replacement)))
  })
  return found
}

const noBannedExports: Rule = {
  name: 'no exported name is banned',
  check: (project) =>
    project.filter(isCode).flatMap((file) =>
      exportsOf(file).flatMap(({ name, path, line }) => {
        const banned = bannedExports.find(
          ([word, , folder = '']) => word === name && path.startsWith(folder),
        )
        return banned ? [onLine(path, line, instead(name, banned[1]))] : []
      }),
    ),
}

const fileNamesAreNouns: Rule = {
  name: 'file names are nouns that tell the content',
  check: (project) =>
    project
      .filter((file) => isCode(file) && !isGenerated(file))
      .flatMap(({ path }) =>
        nameParts(path)
          .map((name) => problemOfName(path, name))
          .filter((problem) => problem !== undefined)
          .map((problem) => inFile(path, problem)),
      ),
}

/** `users` and `merge` for `src/resources/users.merge.ts`; what follows a test's name is its kind. */
function nameParts(path: string): string[] {
  const parts = posix.basename(path).split('.').slice(0, -1)
  return path.startsWith('test/') ? parts.slice(0, 1) : parts
}

function problemOfName(path: string, name: string): string | undefined {
  const banned = bannedFileNames.find(
    ([word, , folder = '']) => word === name && path.startsWith(folder),
  )
  if (banned) return instead(name, banned[1])
  if (vagueFileName.test(name)) return instead(name, 'the noun that the file exports')
  const last = name.split('-').at(-1) as string
  return last.endsWith('ing') && !nounsInIng.includes(last)
    ? instead(name, 'the noun that the file exports, not an activity')
    : undefined
}

export const wordRules: readonly Rule[] = [
  noBannedWords,
  noBannedIdentifiers,
  noBannedExports,
  fileNamesAreNouns,
]
