/** Rules about the tests. */
import { inFile, type Rule } from './rule.ts'
import { codeIn, type Project, type SourceFile } from './source-files.ts'

const testsThat = (project: Project, wrong: (file: SourceFile) => boolean): SourceFile[] =>
  codeIn(project, 'test').filter(wrong)

const noTestIsSkipped: Rule = {
  name: 'no test is skipped, singled out or put off',
  check: (project) =>
    testsThat(project, ({ text }) =>
      /\b(test|it|describe)\.(only|skip|todo|fails)\b/.test(text),
    ).map(({ path }) => inFile(path, 'skips a test or runs it alone -> make it pass')),
}

const programsRunOutside: Rule = {
  name: 'tests that start other programs end in .outside.test.ts',
  check: (project) =>
    testsThat(
      project,
      ({ path, text }) =>
        path.endsWith('.test.ts') &&
        !path.endsWith('.outside.test.ts') &&
        !path.startsWith('test/browser/') &&
        text.includes("from 'node:child_process'"),
    ).map(({ path }) => inFile(path, 'starts a program -> rename it to *.outside.test.ts')),
}

const noRealTime: Rule = {
  name: 'no test waits in real time',
  check: (project) =>
    testsThat(
      project,
      ({ path, text }) =>
        !path.startsWith('test/bench/') && /await new Promise[^\n]*setTimeout/.test(text),
    ).map(({ path }) => inFile(path, 'waits in real time -> advance the clock')),
}

export const testRules: readonly Rule[] = [noTestIsSkipped, programsRunOutside, noRealTime]
