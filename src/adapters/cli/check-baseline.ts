/** The baseline of a report card: a text file with the ids of the checks that are known to fail. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { ReportCard } from '../../conformance/check/report-card.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'
import { fileErrorReason } from './file-error.ts'

const header = '# Checks that are known to fail: one id in each line.'

/** Returns the ids. An id is the first word of a line, and `#` starts a comment. */
export const baselineIds = (text: string): string[] =>
  text
    .split('\n')
    .map(idOf)
    .filter((id) => id !== '')

const idOf = (line: string): string => /^\s*([^\s#]+)/.exec(line)?.[1] ?? ''

/** @throws EmulatorError if the file cannot be read. With `mayBeMissing`, a missing file is empty. */
export function readBaseline(file: string, mayBeMissing: boolean): string {
  if (mayBeMissing && !existsSync(file)) return ''
  const action = `read the baseline ${file}`
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new EmulatorError('unreadable_file', {
      action,
      reason: fileErrorReason(error),
      advice: 'Write it with --update-baseline.',
    })
  }
  const odd = baselineIds(text).find((id) => !/^[\w-]+$/.test(id))
  if (odd === undefined) return text
  throw new EmulatorError('bad_baseline', {
    action,
    reason: `${odd} is not the id of a check`,
    advice: 'Write one id in each line, without quotes or commas.',
  })
}

/**
 * Writes the ids of the checks that fail. Comments stay, and so do the ids of checks that did not run or are
 * inconclusive. Returns the number of ids.
 */
export function updateBaseline(file: string, text: string, { checks }: ReportCard): number {
  const stays = (id: string): boolean => {
    const check = checks.find((each) => each.id === id)
    return !check || check.verdict === 'failed' || check.verdict === 'inconclusive'
  }
  const kept = (text === '' ? header : text.trimEnd())
    .split('\n')
    .filter((line) => idOf(line) === '' || stays(idOf(line)))
  const listed = new Set(kept.map(idOf))
  const added = checks
    .filter(({ id, verdict }) => verdict === 'failed' && !listed.has(id))
    .map(({ id }) => id)
  const lines = [...kept, ...added]
  writeFileSync(file, `${lines.join('\n')}\n`)
  return lines.filter((line) => idOf(line) !== '').length
}
