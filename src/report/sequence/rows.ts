/** Arranges the entries of a story in rows, from top to bottom: one row for an entry, and rows between them. */
import type { Story, StoryEntry, StoryFault, StoryTask } from '../../engine/journal/story.ts'
import type { Columns } from './columns.ts'

/** What passes through a row in a column. */
export interface Passing {
  readonly column: number
  /** An attempt that is under way, a retry that is due later, or a fault that is active. */
  readonly kind: 'active' | 'retry' | 'fault'
  /** The half of the row, if it starts or ends there. */
  readonly half?: 'upper' | 'lower'
}

interface RowBase {
  /** Unique in the sequence. */
  readonly key: string
  readonly passing: readonly Passing[]
  /** The key of the row that opens this one. Absent for a row that is always shown. */
  readonly fold?: string
}

/** An entry that goes from a participant to another, or happens at one. */
export interface EntryRow extends RowBase {
  readonly type: 'entry'
  readonly entry: StoryEntry
  /** The entry that ends the attempt of this row, if nothing happened between. */
  readonly end?: StoryEntry
  /** The places of both ends. Equal for an entry that happens at one participant. */
  readonly from: number
  readonly to: number
  /** The time, if it is another one than that of the row before, or was not shown for a while. */
  readonly time?: string
}

/** Entries that happen at one participant and have one cause, such as the changes of a request. */
export interface ChipsRow extends RowBase {
  readonly type: 'chips'
  readonly entries: readonly StoryEntry[]
  readonly at: number
  readonly time?: string
  /** The number of further entries, in rows that this one opens. */
  readonly more: number
}

/** The start of a part: a step of a scenario, or another state. */
interface SectionRow extends RowBase {
  readonly type: 'section'
  readonly entry: StoryEntry
}

/** Time without entries. */
interface GapRow extends RowBase {
  readonly type: 'gap'
  /** Whether it opens notes. */
  readonly hasNotes: boolean
  readonly from: string
  readonly to: string
}

/** A sentence below a gap, in the column of the participant that it concerns. */
interface NoteRow extends RowBase {
  readonly type: 'note'
  readonly text: string
  readonly column?: number
}

/** The end of the story. */
interface NowRow extends RowBase {
  readonly type: 'now'
  readonly at: string
}

/** A task that is due after the story. */
interface TaskRow extends RowBase {
  readonly type: 'task'
  readonly task: StoryTask
  readonly column?: number
}

export type SequenceRow = EntryRow | ChipsRow | SectionRow | GapRow | NoteRow | NowRow | TaskRow

/** The part of a story that its rows need. */
export interface RowsInput extends Pick<Story, 'faults' | 'pending' | 'now'> {
  readonly entries: readonly StoryEntry[]
  readonly columns: Columns
}

/** The smallest gap that has a row. Shorter ones are in the times of the rows. */
const gapMsMin = 1_000
/** A time that stays the same is shown in each row with this number, so that each screen has one. */
const timeEvery = 12
/** The largest number of entries in a row of chips. */
const chipsMax = 3
/** The largest number of notes below a gap. */
const notesMax = 8

export function rowsOf({ entries, columns, faults, pending, now }: RowsInput): SequenceRow[] {
  const rows: SequenceRow[] = []
  const passing = new PassingColumns(columns, faults)
  let lastAt: string | undefined
  let shownAt: string | undefined

  let rowsWithoutTime = 0
  const timeOf = (at: string): { time: string } | undefined => {
    rowsWithoutTime += 1
    if (shownAt === at && rowsWithoutTime < timeEvery) return undefined
    shownAt = at
    rowsWithoutTime = 0
    return { time: at }
  }

  function addGap(at: string): void {
    if (at === lastAt) return
    if (lastAt !== undefined && Date.parse(at) - Date.parse(lastAt) >= gapMsMin) {
      const key = `gap-${at}-${rows.length}`
      const through = passing.at(lastAt)
      const waits = passing.waits()
      const hasNotes = waits.length > 0
      rows.push({ type: 'gap', key, from: lastAt, to: at, hasNotes, passing: through })
      waits.forEach((wait, i) =>
        rows.push({ type: 'note', key: `${key}-${i}`, fold: key, passing: through, ...wait }),
      )
    }
    lastAt = at
  }

  for (let i = 0; i < entries.length; i += 1) {
    const entry = entries[i] as StoryEntry
    const { number, at, from, to = from } = entry
    // Note: an advance of the clock says nothing that its gap does not.
    if (entry.kind === 'clock') continue
    addGap(at)
    if (from === undefined || to === undefined) {
      rows.push({ type: 'section', key: `${number}`, entry, passing: passing.at(at) })
      shownAt = undefined
      continue
    }
    if (isChip(entry)) {
      const chips = chipsFrom(entries, i)
      i += chips.length - 1
      addChips(chips, columns.indexOf(from))
      continue
    }
    const next = entries[i + 1]
    const end = next?.ends === number && next.at === at ? next : undefined
    const before = passing.at(at)
    if (entry.ends !== undefined) passing.end(entry)
    if (entry.attempt !== undefined) passing.start(entry)
    if (end) passing.end(end)
    rows.push({
      type: 'entry',
      key: `${number}`,
      entry,
      ...(end && { end }),
      from: columns.indexOf(from),
      to: columns.indexOf(to),
      ...timeOf(at),
      passing: halves(before, passing.at(at)),
    })
    if (end) i += 1
  }

  function addChips(chips: readonly StoryEntry[], at: number): void {
    const [first] = chips as [StoryEntry]
    const key = `${first.number}`
    const through = passing.at(first.at)
    const more = chips.length > chipsMax + 1 ? chips.length - chipsMax : 0
    const shown = more > 0 ? chips.slice(0, chipsMax) : chips
    rows.push({
      type: 'chips',
      key,
      entries: shown,
      at,
      more,
      ...timeOf(first.at),
      passing: through,
    })
    for (let from = shown.length; from < chips.length; from += chipsMax) {
      const part = chips.slice(from, from + chipsMax)
      const partKey = `${part[0]?.number}`
      rows.push({
        type: 'chips',
        key: partKey,
        fold: key,
        entries: part,
        at,
        more: 0,
        passing: through,
      })
    }
  }

  if (entries.length > 0) {
    addGap(now)
    rows.push({ type: 'now', key: 'now', at: now, passing: passing.at(now) })
    pending.forEach((task, i) => {
      const column =
        task.participant === undefined ? {} : { column: columns.indexOf(task.participant) }
      rows.push({ type: 'task', key: `task-${i}`, task, ...column, passing: [] })
    })
  }
  return rows
}

const isChip = ({ track }: StoryEntry): boolean => track === 'changes' || track === 'events'

/** The entries from a place that happen at one time, at one participant, and because of one entry. */
function chipsFrom(entries: readonly StoryEntry[], start: number): readonly StoryEntry[] {
  const first = entries[start] as StoryEntry
  let end = start + 1
  for (; end < entries.length; end += 1) {
    const next = entries[end] as StoryEntry
    const isSame = next.at === first.at && next.cause === first.cause && next.from === first.from
    if (!isSame || !isChip(next)) break
  }
  return entries.slice(start, end)
}

/** What passes through a row in which something starts or ends. */
function halves(before: readonly Passing[], after: readonly Passing[]): readonly Passing[] {
  if (before === after) return after
  const isIn = (list: readonly Passing[], { column, kind }: Passing): boolean =>
    list.some((each) => each.column === column && each.kind === kind)
  return [
    ...before.map((each): Passing => (isIn(after, each) ? each : { ...each, half: 'upper' })),
    ...after
      .filter((each) => !isIn(before, each))
      .map((each): Passing => ({ ...each, half: 'lower' })),
  ]
}

/** A notification between two attempts, or whose attempt is under way. */
interface Wait {
  readonly kind: 'active' | 'retry'
  readonly event: string
  readonly attempt: number
  readonly column: number
}

/** Follows what passes through the columns while time goes on: notifications that wait, and faults. */
class PassingColumns {
  readonly #columns: Columns
  readonly #faults: readonly StoryFault[]
  /** By notification. */
  readonly #waits = new Map<string, Wait>()
  /** The number of waits of each kind in each column. */
  readonly #counts = new Map<string, Passing & { count: number }>()
  /** What passes now; undefined after a change. Most rows have that of the row before. */
  #passing: readonly Passing[] | undefined
  #faultTime: string | undefined
  #faulty: readonly Passing[] = []

  constructor(columns: Columns, faults: readonly StoryFault[]) {
    this.#columns = columns
    this.#faults = faults
  }

  /** Starts an attempt. */
  start({ notification = '', to = '', title, event = title, attempt = 1 }: StoryEntry): void {
    this.#set(notification, { kind: 'active', event, attempt, column: this.#columns.indexOf(to) })
  }

  /** Ends an attempt. The notification waits for the next one if there is one. */
  end({ notification = '', next }: StoryEntry): void {
    const wait = this.#waits.get(notification)
    this.#set(notification, undefined)
    if (next?.at !== undefined && wait) this.#set(notification, { ...wait, kind: 'retry' })
  }

  #set(notification: string, wait: Wait | undefined): void {
    const known = this.#waits.get(notification)
    if (known) this.#count(known, -1)
    if (wait) this.#count(wait, 1)
    if (wait) this.#waits.set(notification, wait)
    else this.#waits.delete(notification)
  }

  #count({ kind, column }: Wait, by: number): void {
    const key = `${kind} ${column}`
    const known = this.#counts.get(key) ?? { kind, column, count: 0 }
    known.count += by
    if (known.count === 0) this.#counts.delete(key)
    else this.#counts.set(key, known)
    this.#passing = undefined
  }

  /** The waits as sentences. */
  waits(): readonly { readonly text: string; readonly column: number }[] {
    return [...this.#waits.values()].slice(0, notesMax).map(({ kind, event, attempt, column }) => ({
      text:
        kind === 'active'
          ? `attempt ${attempt} of ${event} is under way`
          : `${event} waits for attempt ${attempt + 1}`,
      column,
    }))
  }

  at(time: string): readonly Passing[] {
    if (this.#faultTime !== time) {
      this.#faultTime = time
      if (this.#faults.length > 0) {
        this.#faulty = this.#faultsAt(time)
        this.#passing = undefined
      }
    }
    this.#passing ??= [...this.#faulty, ...this.#counts.values()]
    return this.#passing
  }

  #faultsAt(time: string): readonly Passing[] {
    const active = this.#faults.filter(
      ({ from, until }) => time >= from && (until === undefined || time <= until),
    )
    const hit = active.flatMap(({ participants }) => participants)
    const columns = new Set(hit.map((each) => this.#columns.indexOf(each)))
    return [...columns].map((column) => ({ column, kind: 'fault' }))
  }
}
