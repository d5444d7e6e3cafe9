/** Control-plane routes for the journal: as JSON, as a transcript and as a story. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { filterKeys, type JournalFilter } from '../kit/journal/journal-filter.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { contextOf } from '../emulator/emulator.ts'
import { redactTokens, redactedJson } from './views/token-views.ts'
import { pagePolicy } from '../../report/page/page-frame.ts'
import { storyToHTML } from '../../report/page/story-page.ts'
import type { Story } from '../journal/story.ts'
import { type ControlRoutes, uncachedResponse } from './route.ts'

export function journalRoutes(emulator: Emulator): ControlRoutes {
  const hideTokens = (text: string): string => redactTokens(contextOf(emulator), text)
  return {
    /**
     * Returns the journal.
     *
     * @query FILTER
     */
    'GET journal': ({ query }) =>
      redactedJson(contextOf(emulator), emulator.journal(filterFrom(query))),
    /**
     * Returns the journal as text.
     *
     * @query FILTER
     */
    'GET transcript': ({ query }) =>
      uncachedResponse(hideTokens(`${emulator.transcript(filterFrom(query))}\n`), {
        'content-type': 'text/plain; charset=utf-8',
      }),
    /**
     * Returns the journal with bodies, values and causes, as JSON or as a page.
     *
     * @query FILTER
     */
    'GET story'({ query, request }) {
      const json = hideTokens(JSON.stringify(emulator.story(filterFrom(query))))
      return request.headers.get('accept')?.includes('text/html')
        ? uncachedResponse(storyToHTML(JSON.parse(json) as Story), pageHeaders)
        : uncachedResponse(json, { 'content-type': 'application/json' })
    },
  }
}

/** The headers of a page. Its policy allows only what is in it. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${pagePolicy}; frame-ancestors 'none'`,
}

/** Parses a filter such as `?kind=request&kind=event&since=2026-01-05T09:05:00Z`. */
function filterFrom(query: URLSearchParams): JournalFilter {
  const filter: Record<string, string | number | string[]> = {}
  for (const name of new Set(query.keys())) {
    if (!filterKeys.includes(name)) {
      throw unknownNameError('filter', name, filterKeys, 'filter the journal')
    }
    const values = query.getAll(name)
    const [only = ''] = values
    if (name === 'cause' || name === 'after') filter[name] = entryNumberFrom(name, only)
    else filter[name] = name === 'since' || name === 'until' ? only : values
  }
  return filter as JournalFilter
}

function entryNumberFrom(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new EmulatorError('bad_filter', {
    action: 'filter the journal',
    reason: `"${text}" in ${name} is not the number of an entry`,
  })
}
