/** Arranges the entries of a story in rows, from top to bottom: one row for an entry, and rows between them. */
import type { Story, StoryEntry, StoryFault, StoryTask } from '../../engine/journal/story.ts'
import { type Columns, columnsOf } from './columns.ts'

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
  /** Whether a fault answered the attempt, so that it did not reach the participant that it goes to. */
  readonly isStopped?: true
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

export function rowsOf(input: RowsInput): SequenceRow[] {
  return arranger()(input)
}

/**
 * Returns a function as `rowsOf`. After entries were added to the last ones that it got, it arranges only these, and
 * returns the same rows for the others.
 */
export function arranger(): (input: RowsInput) => SequenceRow[] {
  let known = { list: new RowList(columnsOf([]), []), entries: [] as readonly StoryEntry[] }
  return ({ entries, columns, faults, pending, now }) => {
    const isKept =
      known.list.isFor(columns, faults) && known.entries.every((entry, i) => entry === entries[i])
    const { list } = isKept ? known : { list: new RowList(columns, faults) }
    let next = isKept ? known.entries.length : 0
    while (list.isComplete(entries, next)) next = list.add(entries, next)
    known = { list, entries: entries.slice(0, next) }
    const all = list.copy()
    while (next < entries.length) next = all.add(entries, next)
    if (entries.length > 0) all.addEnd(now, pending)
    return all.rows
  }
}

/** The rows of the first entries of a story, and what the rows of the next ones depend on. */
class RowList {
  readonly rows: SequenceRow[] = []
  readonly #columns: Columns
  readonly #faults: readonly StoryFault[]
  #passing: PassingColumns
  #lastAt: string | undefined
  #shownAt: string | undefined
  #rowsWithoutTime = 0

  constructor(columns: Columns, faults: readonly StoryFault[]) {
    this.#columns = columns
    this.#faults = faults
    this.#passing = new PassingColumns(columns, faults)
  }

  copy(): RowList {
    const copy = new RowList(this.#columns, this.#faults)
    for (const row of this.rows) copy.rows.push(row)
    copy.#passing = this.#passing.copy()
    copy.#lastAt = this.#lastAt
    copy.#shownAt = this.#shownAt
    copy.#rowsWithoutTime = this.#rowsWithoutTime
    return copy
  }

  isFor(columns: Columns, faults: readonly StoryFault[]): boolean {
    return columns === this.#columns && JSON.stringify(faults) === JSON.stringify(this.#faults)
  }

  /** Whether later entries do not change the rows of the entry at a place. */
  isComplete(entries: readonly StoryEntry[], i: number): boolean {
    const entry = entries[i]
    if (!entry) return false
    if (isChip(entry)) return i + chipsFrom(entries, i).length < entries.length
    return i + 1 < entries.length && (!mayBeStopped(entry) || endOf(entries, i) !== undefined)
  }

  /** Adds the rows of the entry at a place. Returns the place of the next entry that has no row yet. */
  add(entries: readonly StoryEntry[], i: number): number {
    const entry = entries[i] as StoryEntry
    const { number, at, from, to = from } = entry
    // Note: an advance of the clock says nothing that its gap does not.
    if (entry.kind === 'clock') return i + 1
    this.#addGap(at)
    if (from === undefined || to === undefined) {
      this.rows.push({ type: 'section', key: `${number}`, entry, passing: this.#passing.at(at) })
      this.#shownAt = undefined
      return i + 1
    }
    if (isChip(entry)) {
      const chips = chipsFrom(entries, i)
      this.#addChips(chips, this.#columns.indexOf(from))
      return i + chips.length
    }
    const next = entries[i + 1]
    const end = next?.ends === number && next.at === at ? next : undefined
    // Note: the end of an attempt that reached the receiver goes from it to the service.
    const isStopped = mayBeStopped(entry) && endOf(entries, i)?.from === from
    const before = this.#passing.at(at)
    if (entry.ends !== undefined) this.#passing.end(entry)
    if (entry.attempt !== undefined) this.#passing.start(entry, isStopped)
    if (end) this.#passing.end(end)
    this.rows.push({
      type: 'entry',
      key: `${number}`,
      entry,
      ...(end && { end }),
      ...(isStopped && { isStopped }),
      from: this.#columns.indexOf(from),
      to: this.#columns.indexOf(to),
      ...this.#timeOf(at),
      passing: halves(before, this.#passing.at(at)),
    })
    return end ? i + 2 : i + 1
  }

  /** Adds the end of the story and the tasks that are due after it. */
  addEnd(now: string, pending: readonly StoryTask[]): void {
    this.#addGap(now)
    this.rows.push({ type: 'now', key: 'now', at: now, passing: this.#passing.at(now) })
    pending.forEach((task, i) => {
      const column =
        task.participant === undefined ? {} : { column: this.#columns.indexOf(task.participant) }
      this.rows.push({ type: 'task', key: `task-${i}`, task, ...column, passing: [] })
    })
  }

  #timeOf(at: string): { time: string } | undefined {
    this.#rowsWithoutTime += 1
    if (this.#shownAt === at && this.#rowsWithoutTime < timeEvery) return undefined
    this.#shownAt = at
    this.#rowsWithoutTime = 0
    return { time: at }
  }

  #addGap(at: string): void {
    const from = this.#lastAt
    if (at === from) return
    if (from !== undefined && Date.parse(at) - Date.parse(from) >= gapMsMin) {
      const key = `gap-${at}-${this.rows.length}`
      const passing = this.#passing.at(from)
      const waits = this.#passing.waits()
      this.rows.push({ type: 'gap', key, from, to: at, hasNotes: waits.length > 0, passing })
      waits.forEach((wait, i) =>
        this.rows.push({ type: 'note', key: `${key}-${i}`, fold: key, passing, ...wait }),
      )
    }
    this.#lastAt = at
  }

  #addChips(chips: readonly StoryEntry[], at: number): void {
    const [first] = chips as [StoryEntry]
    const key = `${first.number}`
    const passing = this.#passing.at(first.at)
    const more = chips.length > chipsMax + 1 ? chips.length - chipsMax : 0
    const entries = more > 0 ? chips.slice(0, chipsMax) : chips
    this.rows.push({ type: 'chips', key, entries, at, more, ...this.#timeOf(first.at), passing })
    for (let from = entries.length; from < chips.length; from += chipsMax) {
      const part = chips.slice(from, from + chipsMax)
      const partKey = `${part[0]?.number}`
      this.rows.push({
        type: 'chips',
        key: partKey,
        fold: key,
        entries: part,
        at,
        more: 0,
        passing,
      })
    }
  }
}

/** Whether a fault may have answered an attempt in place of the receiver, which was not called. */
const mayBeStopped = ({ attempt, severity }: StoryEntry): boolean =>
  attempt !== undefined && severity === 'fault'

/** The largest number of entries between an attempt and its end. */
const endDistanceMax = 500

/** The entry that ends the attempt at a place. */
const endOf = (entries: readonly StoryEntry[], i: number): StoryEntry | undefined =>
  entries
    .slice(i + 1, i + 1 + endDistanceMax)
    .find(({ ends }) => ends !== undefined && ends === entries[i]?.number)

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
  /** Whether the receiver sees nothing of the attempt that is under way. */
  readonly isStopped: boolean
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

  copy(): PassingColumns {
    const copy = new PassingColumns(this.#columns, this.#faults)
    for (const wait of this.#waits) copy.#waits.set(...wait)
    for (const [key, each] of this.#counts) copy.#counts.set(key, { ...each })
    return copy
  }

  /** Starts an attempt. */
  start(
    { notification = '', to = '', title, event = title, attempt = 1 }: StoryEntry,
    isStopped: boolean,
  ): void {
    const column = this.#columns.indexOf(to)
    this.#set(notification, { kind: 'active', isStopped, event, attempt, column })
  }

  /** Ends an attempt. The notification waits for the next one if there is one. */
  end({ notification = '', next }: StoryEntry): void {
    const wait = this.#waits.get(notification)
    this.#set(notification, undefined)
    if (next?.at !== undefined && wait)
      this.#set(notification, { ...wait, kind: 'retry', isStopped: false })
  }

  #set(notification: string, wait: Wait | undefined): void {
    const known = this.#waits.get(notification)
    if (known) this.#count(known, -1)
    if (wait) this.#count(wait, 1)
    if (wait) this.#waits.set(notification, wait)
    else this.#waits.delete(notification)
  }

  #count({ kind, column, isStopped }: Wait, by: number): void {
    if (isStopped) return
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
