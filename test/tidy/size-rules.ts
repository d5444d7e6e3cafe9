/** Rules about the size of functions, files and folders. */
import { posix } from 'node:path'
import { functionsOf } from './functions.ts'
import { inFile, onLine, type Rule } from './rule.ts'
import { codeIn, isGenerated, type SourceFile, writtenSource } from './source-files.ts'

const limits = {
  ownLinesOfFunction: 60,
  linesOfFunction: 150,
  linesOfFile: 300,
  medianOfFiles: 66,
  filesInFolder: 25,
}

const shortFunctions: Rule = {
  name: 'functions are short',
  check: (project) =>
    writtenSource(project).flatMap((file) =>
      functionsOf(file).flatMap(({ name, line, lines, ownLines }) => [
        ...(ownLines > limits.ownLinesOfFunction
          ? [onLine(file.path, line, `${name} has ${ownLines} lines of its own -> split it`)]
          : []),
        ...(lines > limits.linesOfFunction
          ? [onLine(file.path, line, `${name} has ${lines} lines with inner functions -> split it`)]
          : []),
      ]),
    ),
}

const shortFiles: Rule = {
  name: 'files are short',
  check: (project) =>
    codeIn(project, 'src', 'fixtures', 'scripts', 'test')
      .filter((file) => !isGenerated(file) && lineCount(file) > limits.linesOfFile)
      .map((file) => inFile(file.path, `has ${lineCount(file)} lines -> split it`)),
}

const mostFilesAreShort: Rule = {
  name: 'the median of file lengths is small',
  check: (project) => {
    const lengths = writtenSource(project)
      .map(lineCount)
      .toSorted((a, b) => a - b)
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0
    return median > limits.medianOfFiles
      ? [inFile('src', `half of the files have ${median} lines or more -> split the longest`)]
      : []
  },
}

/** The number of lines; the line break at the end of the file starts no line. */
const lineCount = ({ lines }: SourceFile): number => lines.length - (lines.at(-1) === '' ? 1 : 0)

const smallFolders: Rule = {
  name: 'folders are small',
  check: (project) => {
    const counts = new Map<string, number>()
    for (const { path } of codeIn(project, 'src')) {
      const folder = posix.dirname(path)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    return [...counts]
      .filter(([folder, count]) => count > limits.filesInFolder && folder !== 'src/resources')
      .map(([folder, count]) => inFile(folder, `has ${count} files -> group them in folders`))
  },
}

export const sizeRules: readonly Rule[] = [
  shortFunctions,
  shortFiles,
  mostFilesAreShort,
  smallFolders,
]
