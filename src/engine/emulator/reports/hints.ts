/** Hints of a failure report: what keeps requests, pages or time from the code under test without an error. */
import { hasShared } from '../../clock/fake-timers/fake-timers.ts'
import { findInstalledClock } from '../../clock/fake-timers/timer-source.ts'
import type { EmulatorContext } from '../context.ts'
import { isRequest } from './request-entries.ts'

/** Formats a title and one line for each hint; no lines without one. */
export function hintLines(context: EmulatorContext): string[] {
  const hints = [...unreadPages(context), ...unsharedTimers(context), ...mockedFetch(context)]
  return hints.length === 0 ? [] : ['Hints:', ...hints.map((hint) => `  ${hint}`)]
}

/** The lists of which no further page was read after the last one that was. */
function unreadPages({ journal }: EmulatorContext): string[] {
  const nextPages = new Map<string, string>()
  for (const { method, path, status, exchange } of journal.entries().filter(isRequest)) {
    if (method !== 'GET' || status !== 200) continue
    const link = exchange.responseHeaders?.['link'] ?? ''
    const next = /<([^>]*)>; *rel="next"/.exec(link)?.[1]
    const [list = path] = path.split('?')
    if (next === undefined) nextPages.delete(list)
    else nextPages.set(list, path)
  }
  return [...nextPages.values()].map(
    (path) =>
      `GET ${path} was answered with one of several pages. The next page is the link with rel="next" in the Link header.`,
  )
}

function unsharedTimers({ clock }: EmulatorContext): string[] {
  if (!findInstalledClock() || clock.hasTimers()) return []
  if (hasShared(clock))
    return [
      "Fake timers replaced the shared timers, and do not run on the emulator's clock. Remove `useFakeTimers`: `emulator.shareTime(vi)` installs fake timers.",
    ]
  return [
    "Fake timers are installed, and do not run on the emulator's clock. Call `emulator.shareTime(vi)`, or `jest` in its place.",
  ]
}

/** The `fetch` of the host, which a library for mocks marks. */
interface HostFetch {
  readonly fetch?: { readonly mock?: unknown }
}

function mockedFetch({ journal }: EmulatorContext): string[] {
  const { fetch } = globalThis as HostFetch
  if (fetch?.mock === undefined || journal.entries().some(isRequest)) return []
  return [
    'The global `fetch` is a mock, so that no request reaches the emulator. Remove the mock or the stub.',
  ]
}
