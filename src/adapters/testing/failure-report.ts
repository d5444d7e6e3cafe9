/** What a failing test prints about its emulator: the journal, hints, and the errors of receivers. */
import { hasShared } from '../../engine/clock/fake-timers/fake-timers.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { isRequest } from '../../engine/emulator/reports/request-entries.ts'
import { failureReportLines, stateLines } from '../../engine/emulator/reports/expectations.ts'
import { redactText, redactUrl } from '../../engine/journal/redaction.ts'
import { noEntriesText, recentEntriesTitle } from '../../engine/kit/journal/match-result.ts'
import { runnerAdvice } from './matchers.ts'

/** The maximum number of journal entries in the report of a failed test. */
const reportedEntriesMax = 40

/** Whether a message of Vitest tells that a test has timed out. */
export const isTimeout = (message: string): boolean => message.startsWith('Test timed out')

/** What the report reads of an error. */
export type TestError = Pick<Error, 'message' | 'stack'> & Partial<Pick<Error, 'name'>>

/** The errors that say why a test fails: the kit refused a value, a name is not defined, or the code stops a request. */
const tellingErrors = ['EmulatorError', 'ReferenceError', 'AbortError']

const isTelling = ({ name = '', message }: TestError): boolean =>
  tellingErrors.includes(name) ||
  (name === 'TypeError' && / is not (iterable|a function)/.test(message))

/** The message of an assertion, of Vitest and of Node, that compares two statuses. */
const statuses =
  /expected [1-5]\d\d to (?:be|equal|deeply equal) [1-5]\d\d\b|\b[1-5]\d\d !== [1-5]\d\d\b/

/** The lines that the end of a test changes. After an error that says why it fails, they do not guess it. */
export const linesOfState = (emulator: Emulator, errors: readonly TestError[] = []): string[] =>
  stateLines(contextOf(emulator), {
    isExplained: errors.some(isTelling),
    isAboutStatus: errors.some(({ message }) => statuses.test(message)),
  })

/** The lines about an emulator after these errors. `linesAtEnd` are those of its state when the test ended. */
export function failureLines(
  emulator: Emulator,
  errors: readonly TestError[],
  linesAtEnd = linesOfState(emulator, errors),
): string[] {
  const messages = errors.map(({ message }) => message)
  // Note: the message of a matcher has the journal.
  const isReported = messages.some(
    (text) => text.includes(recentEntriesTitle) || text.includes(noEntriesText),
  )
  const report = isReported ? [] : journalReport(emulator, linesAtEnd)
  return [
    ...receiverErrorLines(emulator),
    ...report,
    ...waitAdvice(emulator, [...messages, ...report]),
    ...queryAdvice(emulator, errors),
    ...runnerAdvice(messages),
  ]
}

/** What to do about a query of Testing Library that looked at the page before its data arrived. */
function queryAdvice(emulator: Emulator, errors: readonly TestError[]): string[] {
  // Note: the stack of a query that waits begins in this function.
  const isImmediate = ({ message, stack = '' }: TestError): boolean =>
    /^(TestingLibraryElementError: )?Unable to find an? /.test(message) &&
    !/waitForWrapper|asyncWrapper/.test(stack)
  if (!errors.some(isImmediate)) return []
  // Note: what happens after the call gives the page time.
  const last = contextOf(emulator).journal.entries().at(-1)
  if (last === undefined || !isRequest(last) || last.method !== 'GET') return []
  return [
    `A \`getBy…\` query does not wait for the answer of GET ${last.path}. \`await screen.findBy…\` waits until the page shows it.`,
  ]
}

/** How a test that waited for shared timers moves them. A hook has removed them before its report. */
function waitAdvice(emulator: Emulator, texts: readonly string[]): string[] {
  const hasTimedOut = texts.some(isTimeout)
  const isPending = texts.some((text) => text.startsWith('Pending:'))
  return hasTimedOut && !isPending && hasShared(contextOf(emulator).clock)
    ? [
        'The timers of the test run on the emulator\'s clock, and nothing moved it. `await emulator.run(() => screen.findByText("…"))` moves it while the test waits.',
      ]
    : []
}

function journalReport(emulator: Emulator, linesAtEnd: string[]): string[] {
  const lines = failureReportLines(contextOf(emulator), reportedEntriesMax, linesAtEnd)
  return lines.length > 0 ? [recentEntriesTitle, ...lines] : [noEntriesText]
}

function receiverErrorLines(emulator: Emulator): string[] {
  const { receiverErrors } = contextOf(emulator)
  if (receiverErrors.length === 0) return []
  const stackOf = (error: unknown): string => (error as Error | undefined)?.stack ?? String(error)
  return [
    'Errors from receivers:',
    ...receiverErrors.map(({ url, error }) => `${redactUrl(url)}: ${redactText(stackOf(error))}`),
  ]
}
