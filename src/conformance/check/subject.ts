/**
 * The records that the stories are about. The stories tell of students in editions. For an integration that follows other
 * records, each enrollment of a story has a counterpart: a task, for example, that is created with the enrollment, changed
 * with the name of the student, and removed with the enrollment or the student.
 */
import { contextOf } from '../../engine/emulator/emulator.ts'
import { performAct } from '../../engine/emulator/methods/acts.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import type { ResourceName } from '../../engine/emulator/record-types.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import type { Id } from '../../engine/store/keys.ts'
import type { PlannedCourse, User } from '../../service/generated/rows.ts'

/** The records that an integration follows instead of enrollments and students. */
export interface Subject {
  readonly resource: ResourceName
  /** Returns the value of the field that stands for the last name of a student; no value if no field can. */
  valuesFor(lastName: string): Readonly<Record<string, unknown>>
  /** The act after which the integration follows a new record. Default: none. */
  readonly completion?: Completion
  /** Whether an event tells of the records. */
  isToldBy(event: string): boolean
  /** Whether an event tells that a record is removed. The counterparts stay if none does. */
  readonly isRemovalTold: boolean
}

/** An act that needs nothing but a record. */
export interface Completion {
  /** The id of the act: `approve_order`. */
  readonly act: string
  /** The input that names the record. */
  readonly input: string
}

interface Counterpart {
  readonly id: Id
  readonly student: number
  readonly edition: number
}

/** The counterparts in the world of a run. */
export class Counterparts {
  static readonly #byEmulator = new WeakMap<Emulator, Counterparts>()

  readonly #subject: Subject
  readonly #emulator: Emulator
  #all: readonly Counterpart[]

  constructor(subject: Subject, emulator: Emulator, known: readonly Counterpart[] = []) {
    this.#subject = subject
    this.#emulator = emulator
    this.#all = known
    Counterparts.#byEmulator.set(emulator, this)
  }

  /** Returns undefined in a story that is about enrollments and students. */
  static in(emulator: Emulator): Counterparts | undefined {
    return Counterparts.#byEmulator.get(emulator)
  }

  /** Continues on a fork of the emulator. */
  forkedTo(emulator: Emulator): Counterparts {
    return new Counterparts(this.#subject, emulator, this.#all)
  }

  /** Creates a counterpart that exists before the first step, so that no event tells of it. */
  give(student: User, edition: PlannedCourse): void {
    const { resource } = this.#subject
    this.#add(this.#emulator.given(resource, this.#valuesOf(student) as never), student, edition)
  }

  create(student: User, edition: PlannedCourse): void {
    const { resource } = this.#subject
    const record = this.#emulator.act.create(resource, this.#valuesOf(student) as never)
    this.#add(record, student, edition)
  }

  /** Changes the counterparts of a student. Default of `text`: the last name. */
  update(student: User, text?: string): void {
    const { resource } = this.#subject
    const values = this.#valuesOf(student, text)
    if (Object.keys(values).length === 0) return
    for (const { id } of this.#of(student))
      this.#emulator.act.update(resource, id as never, values as never)
  }

  remove(student: User, edition?: PlannedCourse): void {
    const { resource, isRemovalTold } = this.#subject
    if (!isRemovalTold) return
    const removed = new Set(
      this.#of(student).filter((each) => edition === undefined || each.edition === edition.id),
    )
    for (const { id } of removed) this.#emulator.act.remove(resource, id as never)
    this.#all = this.#all.filter((each) => !removed.has(each))
  }

  /** The ids of the counterparts. */
  get ids(): readonly Id[] {
    return this.#all.map(({ id }) => id)
  }

  #of({ id }: User): readonly Counterpart[] {
    return this.#all.filter(({ student }) => student === id)
  }

  #add(record: unknown, { id: student }: User, { id: edition }: PlannedCourse): void {
    const { id } = record as { readonly id: Id }
    const { completion } = this.#subject
    if (completion) {
      const { act, input } = completion
      performAct(contextOf(this.#emulator), act, { [input]: id })
    }
    this.#all = [...this.#all, { id, student, edition }]
  }

  #valuesOf({ id }: User, text?: string): Readonly<Record<string, unknown>> {
    const [user] = this.#emulator.rows('users', { id })
    return this.#subject.valuesFor(text ?? user?.last_name ?? '')
  }
}

/** The story with counterparts of its enrollments. */
export const withSubject = (story: Scenario, subject: Subject): Scenario => ({
  ...story,
  async given(emulator) {
    const counterparts = new Counterparts(subject, emulator)
    return { given: await story.given?.(emulator), counterparts }
  },
  script(context) {
    const { given, counterparts } = context.given as GivenWithCounterparts
    counterparts.forkedTo(context.emulator)
    return story.script({ ...context, given })
  },
})

interface GivenWithCounterparts {
  readonly given: unknown
  readonly counterparts: Counterparts
}
