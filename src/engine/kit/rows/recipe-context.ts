/** Implements the context in which recipes generate the fields of one row. */
import type { Shape } from '../../define/fields.ts'
import type { PickFilter, LooseRow, RecipeContext } from '../../define/recipe.ts'
import { referenceTarget } from '../../define/references.ts'
import type { AnyRow } from '../../define/tx.ts'
import type { DemoLocale } from '../../service-types.ts'
import { dayMs } from '../../clock/duration.ts'
import { type Random, jumpHash, jumpHashes, type RandomStream } from '../../store/random.ts'
import { RecentValues } from '../../store/recent-values.ts'
import type { Calendar } from '../../model/calendar.ts'
import type { Transaction } from '../../model/transaction.ts'

/** The sources that all rows share. */
export interface RecipeSources {
  readonly random: Random
  readonly calendar: Calendar
  /** The start of the world, in milliseconds since 1970. */
  worldStartMs(): number
  zone(): string
  /** The language of texts and people; undefined for the texts without a language. */
  locale(): DemoLocale | undefined
}

interface RowDraft {
  readonly table: string
  readonly number: number
  readonly row: LooseRow
  readonly shape: Shape
  /** The timestamp that day offsets start from. */
  readonly now: string
  /** Returns the row that a reference field refers to. */
  parentOf(field: string): LooseRow
}

/** The share of the rows of a table that `pickLeavingGaps` never picks. */
const unreferencedShare = 0.15

/** The maximum number of attempts to pick a matching row. */
const pickAttemptsMax = 8

const hourMs = 3_600_000

export class RowRecipeContext implements RecipeContext {
  readonly tx: Transaction
  readonly number: number
  readonly row: LooseRow
  readonly parent: RecipeContext['parent']
  readonly #sources: RecipeSources
  readonly now: string
  readonly #nowMs: number
  readonly #table: string
  readonly #shape: Shape
  #field = ''
  #stream: RandomStream | undefined

  constructor(sources: RecipeSources, tx: Transaction, draft: RowDraft) {
    this.#sources = sources
    this.tx = tx
    this.number = draft.number
    this.row = draft.row
    this.now = draft.now
    this.#nowMs = Date.parse(draft.now)
    this.#shape = draft.shape
    this.#table = draft.table
    this.parent = draft.parentOf
  }

  #parentStream(attempt: number): RandomStream {
    const path = [this.#table, this.number, this.#field, 'parent']
    return this.#sources.random.stream(...path, ...(attempt > 0 ? [attempt] : []))
  }

  #rowAfter(table: string, rank: number): AnyRow | undefined {
    for (const row of this.tx.scan(table, { from: [rank] }) as Iterable<AnyRow>) return row
    return undefined
  }

  #isUnreferenced(table: string, { id }: AnyRow): boolean {
    return this.#sources.random.stream(table, id, 'spared').next() < unreferencedShare
  }

  /** Returns the value of the field in the last row of this table that refers to `table`. */
  #lastPicked(table: string): AnyRow['id'] | null | undefined {
    const spec = this.#shape[this.#field]?.spec
    for (const row of this.tx.scan(this.#table, { reverse: true }) as Iterable<AnyRow>) {
      if (referenceTarget(spec, row) === table) return row[this.#field] as AnyRow['id'] | null
    }
    return undefined
  }

  /** Runs `work` for one field, with the random stream of that field. */
  within<T>(field: string, work: (context: RecipeContext) => T): T {
    const [outerField, outerStream] = [this.#field, this.#stream]
    this.#field = field
    this.#stream = undefined
    try {
      return work(this)
    } finally {
      this.#field = outerField
      this.#stream = outerStream
    }
  }

  get random(): RandomStream {
    return (this.#stream ??= this.#sources.random.stream(this.#table, this.number, this.#field))
  }
  get locale(): DemoLocale | undefined {
    return this.#sources.locale()
  }

  // Note: recipes destructure these functions, so they are properties and not methods.
  readonly pick = (table: string, fits?: PickFilter): AnyRow['id'] | null => {
    if (typeof fits === 'object') {
      const candidates: AnyRow[] = this.tx.where(table, fits as Readonly<Record<string, unknown>>)
      return candidates[jumpHash(this.#parentStream(0), candidates.length)]?.id ?? null
    }
    const count = this.tx.count(table)
    for (let attempt = 0; attempt < pickAttemptsMax; attempt += 1) {
      for (const rank of jumpHashes(this.#parentStream(attempt), count)) {
        const row = this.#rowAfter(table, rank)
        if (row && (!fits || fits(row))) return row.id
      }
    }
    return null
  }
  readonly pickNext = (table: string, fits?: PickFilter): AnyRow['id'] | null => {
    const matches = typeof fits === 'object' ? hasValues(fits) : fits
    const last = this.#lastPicked(table)
    if (last === null) return null
    const from = [last ?? 0]
    for (const row of this.tx.scan(table, { from }) as Iterable<AnyRow>) {
      if (!matches || matches(row)) return row.id
    }
    return null
  }
  readonly pickLeavingGaps = (table: string, fits?: (row: LooseRow) => boolean) =>
    this.pick(table, (row) => !this.#isUnreferenced(table, row as AnyRow) && (fits?.(row) ?? true))
  readonly day = (offset: number): string => {
    const { calendar, zone } = this.#sources
    return calendar.dayAt(this.#nowMs + offset * dayMs, zone())
  }
  readonly timestampAt = (day: string, hour: number): string => {
    const { calendar, zone } = this.#sources
    return timestampText(calendar.startOfDay(day, zone()) + hour * hourMs)
  }
  readonly timestamp = (offset: number, hour: number): string =>
    this.timestampAt(this.day(offset), hour)
}

/** The minimum number of cached timestamps. */
const timestampsMin = 20_000

const timestamps = new RecentValues<number, string>(timestampsMin, () => new Map())

/** Formats a time at a full hour. Rows of a world share many of them. */
function timestampText(ms: number): string {
  let text = timestamps.get(ms)
  if (text === undefined) {
    text = new Date(ms).toISOString()
    timestamps.set(ms, text)
  }
  return text
}

const hasValues = (values: Readonly<Record<string, unknown>>) => (row: AnyRow) =>
  Object.entries(values).every(([name, value]) => row[name] === value)
