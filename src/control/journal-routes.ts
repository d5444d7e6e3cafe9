/** The control plane's routes that tell what happened: as data, as a text, as a trace. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { filterKeys, type JournalFilter } from '../kit/journal/journal-filter.ts'
import { EmulatorError, unknownName } from '../machine/errors.ts'
import { partsOf } from '../emulator/emulator.ts'
import { withoutTokens, withTokensHidden } from '../inspector/api/token-views.ts'
import { attached, type Routes } from './route.ts'

export function tellingRoutes(emulator: Emulator): Routes {
  const clean = (told: string): string => withoutTokens(partsOf(emulator), told)
  return {
    'GET journal': (_, __, request) =>
      withTokensHidden(partsOf(emulator), emulator.entries(filterIn(request))),
    'GET transcript': (_, __, request) =>
      text(clean(`${emulator.transcript(filterIn(request))}\n`)),
    'GET trace': (_, __, request) =>
      attached('trace.json', clean(JSON.stringify(emulator.trace(filterIn(request))))),
  }
}

/** The filter in a query: `?kind=request&kind=event&since=2026-01-05T09:05:00Z`. */
function filterIn({ url }: Request): JournalFilter {
  const filter: Record<string, string | number | string[]> = {}
  const query = new URL(url).searchParams
  for (const name of new Set(query.keys())) {
    if (!filterKeys.includes(name as keyof JournalFilter)) {
      throw unknownName('filter', name, filterKeys, 'filter the journal')
    }
    const values = query.getAll(name)
    const [only = ''] = values
    if (name === 'cause' || name === 'after') filter[name] = numberIn(name, only)
    else filter[name] = name === 'since' || name === 'until' ? only : values
  }
  return filter as JournalFilter
}

function numberIn(name: string, text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  throw new EmulatorError('bad_filter', {
    could: 'filter the journal',
    because: `"${text}" in ${name} is no number of an entry`,
  })
}

const text = (body: string): Response =>
  new Response(body, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
