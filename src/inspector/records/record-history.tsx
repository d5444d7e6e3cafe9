/** What happened to one record: its changes in the story, latest first, with what caused each. */
import type { StoryEntry } from '../../engine/journal/story.ts'
import { formatCount, formatTimestamp } from '../../report/format.ts'
import { linkTo } from '../router.ts'
import { entryByNumber, storyEntries } from '../story-store.ts'

/** The largest number of changes that are listed. */
const changesMax = 20

export function RecordHistory({ table, id }: { readonly table: string; readonly id: string }) {
  const changes = storyEntries().filter(
    (entry) => entry.table === table && String(entry.record) === id,
  )
  return (
    <>
      <h3>History</h3>
      {changes.length === 0 && <p class="quiet">The story has no change of this record.</p>}
      <ul class="linked history">
        {changes
          .slice(-changesMax)
          .toReversed()
          .map((entry) => (
            <li key={entry.number}>
              <a href={linkTo('story', entry.number)}>
                <span class="when">{formatTimestamp(entry.at)}</span>
                <span>{titleWithoutRecord(entry, table, id)}</span>
              </a>
              <Cause entry={entry} />
            </li>
          ))}
      </ul>
      {changes.length > changesMax && (
        <p class="quiet">and {formatCount(changes.length - changesMax)} earlier</p>
      )}
    </>
  )
}

const titleWithoutRecord = ({ title }: StoryEntry, table: string, id: string): string =>
  title.replace(`${table} ${id}: `, '').replace(`${table} ${id} `, '')

function Cause({ entry }: { readonly entry: StoryEntry }) {
  const cause = entryByNumber(entry.cause ?? 0)
  if (!cause) return null
  return (
    <a class="by" href={linkTo('story', cause.number)}>
      by {cause.title}
    </a>
  )
}
