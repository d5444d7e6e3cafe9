/** Reads what the test projects of `npm test` report, so that the failures of all stand at the end of the output. */
import { existsSync, readFileSync } from 'node:fs'

/** The arguments of Vitest for a test project. They write its report if `npm test` asks for one. */
export function projectArgs(config, filters) {
  // Note: a filter may match only tests of other test projects.
  const lenient = filters.length > 0 ? ['--passWithNoTests'] : []
  return ['run', '--config', config, ...reportArgs(), ...lenient, ...filters]
}

/** The arguments of Vitest that write a report to a file. */
export function reportArgs(file = process.env.TEST_REPORT) {
  return file ? ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`] : []
}

/** One line per failed test of a report: the file, the test and the first line of the message. */
export function failuresIn(file) {
  if (!existsSync(file)) return []
  const { testResults } = JSON.parse(readFileSync(file, 'utf8'))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${name}: ${firstLine(message)}`]
    return failed.map(
      ({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages[0])}`,
    )
  })
}

function firstLine(text = '') {
  return text.split('\n', 1)[0]
}
