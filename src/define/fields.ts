/**
 * Says what a value is: its kind, whether it may be null, what it refers to, what it is worth knowing.
 *
 * From a shape of fields follow the row's type, the check of a body, the reading of a query, the
 * schema in the documents and the columns of the inspector.
 */
import type { Assumed } from './behaviours.ts'
import type { FlagName } from './feature-flags.ts'
import type { Tx } from './tx.ts'

/**
 * `value` is what a custom field may hold: text, number, truth, or a list of texts. `variant` is one of
 * several objects, told apart by a word in one of their fields;
 * `json` is an object of any form.
 */
export type Kind =
  | 'integer'
  | 'number'
  | 'string'
  | 'boolean'
  | 'enum'
  | 'array'
  | 'object'
  | 'map'
  | 'value'
  | 'variant'
  | 'json'
export type Format = 'email' | 'uri' | 'date' | 'timestamp' | 'decimal' | 'uuid'

export interface FieldSpec {
  readonly kind: Kind
  readonly format?: Format
  readonly options?: readonly string[]
  /** What an array holds, or the values of a map. */
  readonly items?: Field
  /** The fields of an object. */
  readonly shape?: Shape
  /** The objects that a variant may be, by the word that tells them apart. */
  readonly variants?: Readonly<Record<string, Shape>>
  /** The field in which that word stands. */
  readonly by?: string
  /** The resource whose id this is. */
  readonly to?: string
  /** The row is a part of what it refers to here, and goes with it. */
  readonly part?: boolean
  readonly min?: number
  readonly max?: number
  readonly nullable?: boolean
  /** In a body or a query: must be sent. */
  readonly required?: boolean
  readonly flag?: FlagName
  readonly beta?: boolean
  readonly deprecated?: boolean
  /** Never leaves the emulator. */
  readonly hidden?: boolean
  /** No two rows may share a value other than null; an assumption may allow it. */
  readonly unique?: true | Assumed
  /** In a body: a whole number that may be sent as a text of digits, and is described as one. */
  readonly asText?: boolean
  /** Rows are looked up, or put in order, by this value. */
  readonly indexed?: boolean
  /** What a new row holds when nothing is said. */
  readonly initial?: unknown
  /** The resource whose id this is, by the value of another field. */
  readonly via?: { readonly field: string; readonly tables: Readonly<Record<string, string>> }
  /** In an act: the short name that the test kit gives it. */
  readonly called?: string
  /** In a body: the field of the row that this one sets, where the names differ. */
  readonly sets?: string
  /** In the body of an update: takes the place of what is stored, where objects are laid over it. */
  readonly replaces?: boolean
  /** In a body: a rule that needs the rows; gives what is wrong, by the path below the field. */
  readonly rule?: (tx: Tx, value: never) => Readonly<Record<string, string>>
  /** Not stored: worked out from other rows whenever it is shown. */
  readonly computed?: (tx: Tx, row: never) => unknown
}

/** `T` is the type of the value, `R` whether a body must have it. */
export class Field<T = unknown, R extends boolean = boolean> {
  declare readonly type: T
  declare readonly must: R
  readonly spec: FieldSpec

  constructor(spec: FieldSpec) {
    this.spec = spec
  }

  #but<U = T, S extends boolean = R>(more: Partial<FieldSpec>): Field<U, S> {
    return new Field({ ...this.spec, ...more })
  }

  nullable(): Field<T | null, R> {
    return this.#but({ nullable: true })
  }
  /** In a body or a query: must be sent. */
  required(): Field<T, true> {
    return this.#but({ required: true })
  }
  /** In a body or a query: may be left out. */
  optional(): Field<T, false> {
    return this.#but({ required: false })
  }
  asText(): Field<T, R> {
    return this.#but({ asText: true })
  }
  between(min: number, max: number): Field<T, R> {
    return this.#but({ min, max })
  }
  flagged(flag: FlagName): Field<T, R> {
    return this.#but({ flag })
  }
  beta(): Field<T, R> {
    return this.#but({ beta: true })
  }
  deprecated(): Field<T, R> {
    return this.#but({ deprecated: true })
  }
  hidden(): Field<T, R> {
    return this.#but({ hidden: true })
  }
  unique(unless: true | Assumed = true): Field<T, R> {
    return this.#but({ unique: unless })
  }
  /** Rows are looked up, or put in order, by this value. */
  indexed(): Field<T, R> {
    return this.#but({ indexed: true })
  }
  /** What a new row holds when nothing is said: a value, or one worked out from the rest. */
  initially(initial: T | ((tx: Tx, row: never) => T)): Field<T, R> {
    return this.#but({ initial })
  }
  sets(field: string): Field<T, R> {
    return this.#but({ sets: field })
  }
  called(name: string): Field<T, R> {
    return this.#but({ called: name })
  }
  /** The row is a part of what it refers to here: it goes with it, and keeps nobody from removing it. */
  part(): Field<T, R> {
    return this.#but({ part: true })
  }
  replaces(): Field<T, R> {
    return this.#but({ replaces: true })
  }
  /** In a body: a rule that needs the rows; gives what is wrong, by the path below the field. */
  obeying(rule: (tx: Tx, value: T) => Readonly<Record<string, string>>): Field<T, R> {
    return this.#but({ rule: rule as never })
  }
  computed(compute: (tx: Tx, row: never) => T): Field<T, R> {
    return this.#but({ computed: compute })
  }
}

export type Shape = Readonly<Record<string, Field>>

type Must<S extends Shape> = { [K in keyof S]: S[K]['must'] extends true ? K : never }[keyof S]

/** What a body of this shape holds once it was checked: required fields, and perhaps the others. */
export type Values<S extends Shape> = { [K in Must<S>]: S[K]['type'] } & {
  [K in Exclude<keyof S, Must<S>>]?: S[K]['type']
}

type Made<T> = Field<T, false>

export const integer = (): Made<number> => new Field({ kind: 'integer' })
export const number = (): Made<number> => new Field({ kind: 'number' })
export const string = (): Made<string> => new Field({ kind: 'string' })
export const boolean = (): Made<boolean> => new Field({ kind: 'boolean' })
export const email = (): Made<string> => new Field({ kind: 'string', format: 'email' })
export const uri = (): Made<string> => new Field({ kind: 'string', format: 'uri' })
export const uuid = (): Made<string> => new Field({ kind: 'string', format: 'uuid' })
/** A calendar day, `yyyy-MM-dd`; a full timestamp is taken for its day. */
export const date = (): Made<string> => new Field({ kind: 'string', format: 'date' })
/** A moment, `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
export const timestamp = (): Made<string> => new Field({ kind: 'string', format: 'timestamp' })
/** An amount or a percentage as the service writes it: a string with two decimals. */
export const decimal = (): Made<string> => new Field({ kind: 'string', format: 'decimal' })

export function choice<const O extends readonly string[]>(options: O): Made<O[number]> {
  return new Field({ kind: 'enum', options })
}
export function listOf<T>(items: Field<T>): Made<T[]> {
  return new Field({ kind: 'array', items })
}
export function object<S extends Shape>(shape: S): Made<Values<S>> {
  return new Field({ kind: 'object', shape })
}
/** One of several objects; the field `by` holds the word that says which. */
export function variant<V extends Readonly<Record<string, Shape>>, B extends string>(
  by: B,
  variants: V,
): Made<{ [K in keyof V]: Values<V[K]> & Record<B, K> }[keyof V]> {
  return new Field({ kind: 'variant', by, variants })
}
/** Any number of entries, each a name with a value of one kind. */
export function map<T>(items: Field<T>): Made<Record<string, T>> {
  return new Field({ kind: 'map', items })
}
/** What a custom field may hold. */
export type CustomValue = string | number | boolean | string[] | null
export const value = (): Made<CustomValue> => new Field({ kind: 'value', nullable: true })
/** An object of any form. */
export const json = (): Made<Record<string, unknown>> => new Field({ kind: 'json' })
/** The id of a row of another resource; named by string, so that resources never import each other. */
export const ref = (to: string): Made<number> => new Field({ kind: 'integer', to })
/** The ids of any number of rows of another resource. */
export const refs = (to: string): Made<number[]> => listOf(ref(to))
/** The id of a row whose ids are strings. */
export const stringRef = (to: string): Made<string> => new Field({ kind: 'string', to })

/** The id of a row of one of several resources; `field` holds a word that says of which. */
export function refVia(field: string, tables: Readonly<Record<string, string>>): Made<number> {
  return new Field({ kind: 'integer', via: { field, tables } })
}

/** What every ordinary record begins with. */
export const identity = { id: integer() }
/** When a record was made and last changed; kept by the emulator. */
export const stamps = { updated_at: timestamp(), created_at: timestamp() }
