/** The panel of one entry beside the sequence. */
import { formatTimestamp } from '../../report/format.ts'
import { shownEntry } from '../../report/sequence/details-html.ts'
import { outcomePill } from '../../report/sequence/severity.ts'
import { EntryTabs, useEntry } from '../components/entry-tabs.tsx'
import { Markup } from '../components/markup.tsx'
import { Panel } from '../components/panel.tsx'
import { navigateBeside } from '../router.ts'

export function EntryPanel({ number }: { readonly number: number }) {
  const { value, missing } = useEntry(number)
  const entry = value && shownEntry(value)
  const pill = entry && outcomePill(entry.severity, entry.outcome)
  return (
    <Panel
      title={entry?.title ?? `Entry ${number}`}
      subtitle={entry ? `#${number} · ${formatTimestamp(entry.at)}` : `#${number}`}
      extra={pill && <Markup html={pill} />}
      onClose={() => navigateBeside('story')}
    >
      {value && <EntryTabs key={number} view={value} />}
      {missing && <p class="reason">{missing}</p>}
    </Panel>
  )
}
