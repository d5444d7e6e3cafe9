/**
 * Says what a value is: its kind, whether it may be null, what it refers to, what it is worth knowing.
 *
 * From a shape of fields follow the row's type, the check of a body, the reading of a query, the
 * schema in the documents and the columns of the inspector.
 */
import type { AssumedBehaviour } from './behaviours.ts'
import type { FlagName } from './feature-flags.ts'
import type { Tx } from './tx.ts'

/**
 * `value` is what a custom field may hold: text, number, truth, or a list of texts. `variant` is one of
 * several objects, told apart by a word in one of their fields;
 * `json` is an object of any form.
 */
export type FieldKind =
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
export type FieldFormat = 'email' | 'uri' | 'date' | 'timestamp' | 'decimal' | 'uuid'

export interface FieldSpec {
  readonly kind: FieldKind
  readonly format?: FieldFormat
  readonly options?: readonly string[]
  /** What an array holds, or the values of a map. */
  readonly items?: Field
  /** The fields of an object. */
  readonly shape?: Shape
  /** The objects that a variant may be, by the word that tells them apart. */
  readonly variants?: Readonly<Record<string, Shape>>
  /** The field in which that word stands. */
  readonly discriminator?: string
  /** The resource whose id this is. */
  readonly target?: string
  /** The row is a part of what it refers to here, and goes with it. */
  readonly isPartOf?: boolean
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
  readonly unique?: true | AssumedBehaviour
  /** In a body: a whole number that may be sent as a text of digits, and is described as one. */
  readonly asText?: boolean
  /** Rows are looked up, or put in order, by this value. */
  readonly indexed?: boolean
  /** What a new row holds when nothing is said. */
  readonly defaultValue?: unknown
  /** The resource whose id this is, by the value of another field. */
  readonly polymorphicTarget?: {
    readonly field: string
    readonly tables: Readonly<Record<string, string>>
  }
  /** In an act: the short name that the test kit gives it. */
  readonly alias?: string
  /** In a body: the field of the row that this one sets, where the names differ. */
  readonly storedAs?: string
  /** In the body of an update: takes the place of what is stored, where objects are laid over it. */
  readonly replacesOnUpdate?: boolean
  /** In a body: a rule that needs the rows; gives what is wrong, by the path below the field. */
  readonly refine?: (tx: Tx, value: never) => Readonly<Record<string, string>>
  /** Not stored: worked out from other rows whenever it is shown. */
  readonly computed?: (tx: Tx, row: never) => unknown
}

/** `T` is the type of the value, `R` whether a body must have it. */
export class Field<T = unknown, R extends boolean = boolean> {
  declare readonly type: T
  declare readonly isRequired: R
  readonly spec: FieldSpec

  constructor(spec: FieldSpec) {
    this.spec = spec
  }

  #with<U = T, S extends boolean = R>(more: Partial<FieldSpec>): Field<U, S> {
    return new Field({ ...this.spec, ...more })
  }

  nullable(): Field<T | null, R> {
    return this.#with({ nullable: true })
  }
  /** In a body or a query: must be sent. */
  required(): Field<T, true> {
    return this.#with({ required: true })
  }
  /** In a body or a query: may be left out. */
  optional(): Field<T, false> {
    return this.#with({ required: false })
  }
  asText(): Field<T, R> {
    return this.#with({ asText: true })
  }
  between(min: number, max: number): Field<T, R> {
    return this.#with({ min, max })
  }
  requiresFlag(flag: FlagName): Field<T, R> {
    return this.#with({ flag })
  }
  beta(): Field<T, R> {
    return this.#with({ beta: true })
  }
  deprecated(): Field<T, R> {
    return this.#with({ deprecated: true })
  }
  hidden(): Field<T, R> {
    return this.#with({ hidden: true })
  }
  unique(unless: true | AssumedBehaviour = true): Field<T, R> {
    return this.#with({ unique: unless })
  }
  /** Rows are looked up, or put in order, by this value. */
  indexed(): Field<T, R> {
    return this.#with({ indexed: true })
  }
  /** What a new row holds when nothing is said: a value, or one worked out from the rest. */
  defaultsTo(defaultValue: T | ((tx: Tx, row: never) => T)): Field<T, R> {
    return this.#with({ defaultValue })
  }
  storedAs(field: string): Field<T, R> {
    return this.#with({ storedAs: field })
  }
  alias(name: string): Field<T, R> {
    return this.#with({ alias: name })
  }
  /** The row is a part of what it refers to here: it goes with it, and keeps nobody from removing it. */
  partOf(): Field<T, R> {
    return this.#with({ isPartOf: true })
  }
  replacesOnUpdate(): Field<T, R> {
    return this.#with({ replacesOnUpdate: true })
  }
  /** In a body: a rule that needs the rows; gives what is wrong, by the path below the field. */
  refine(rule: (tx: Tx, value: T) => Readonly<Record<string, string>>): Field<T, R> {
    return this.#with({ refine: rule as never })
  }
  computed(compute: (tx: Tx, row: never) => T): Field<T, R> {
    return this.#with({ computed: compute })
  }
}

export type Shape = Readonly<Record<string, Field>>

type RequiredKeys<S extends Shape> = {
  [K in keyof S]: S[K]['isRequired'] extends true ? K : never
}[keyof S]

/** What a body of this shape holds once it was checked: required fields, and perhaps the others. */
export type ShapeValues<S extends Shape> = { [K in RequiredKeys<S>]: S[K]['type'] } & {
  [K in Exclude<keyof S, RequiredKeys<S>>]?: S[K]['type']
}

type OptionalField<T> = Field<T, false>

export const integer = (): OptionalField<number> => new Field({ kind: 'integer' })
export const number = (): OptionalField<number> => new Field({ kind: 'number' })
export const string = (): OptionalField<string> => new Field({ kind: 'string' })
export const boolean = (): OptionalField<boolean> => new Field({ kind: 'boolean' })
export const email = (): OptionalField<string> => new Field({ kind: 'string', format: 'email' })
export const uri = (): OptionalField<string> => new Field({ kind: 'string', format: 'uri' })
export const uuid = (): OptionalField<string> => new Field({ kind: 'string', format: 'uuid' })
/** A calendar day, `yyyy-MM-dd`; a full timestamp is taken for its day. */
export const date = (): OptionalField<string> => new Field({ kind: 'string', format: 'date' })
/** A moment, `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
export const timestamp = (): OptionalField<string> =>
  new Field({ kind: 'string', format: 'timestamp' })
/** An amount or a percentage as the service writes it: a string with two decimals. */
export const decimal = (): OptionalField<string> => new Field({ kind: 'string', format: 'decimal' })

export function choice<const O extends readonly string[]>(options: O): OptionalField<O[number]> {
  return new Field({ kind: 'enum', options })
}
export function listOf<T>(items: Field<T>): OptionalField<T[]> {
  return new Field({ kind: 'array', items })
}
export function object<S extends Shape>(shape: S): OptionalField<ShapeValues<S>> {
  return new Field({ kind: 'object', shape })
}
/** One of several objects; the field `by` holds the word that says which. */
export function variant<V extends Readonly<Record<string, Shape>>, B extends string>(
  discriminator: B,
  variants: V,
): OptionalField<{ [K in keyof V]: ShapeValues<V[K]> & Record<B, K> }[keyof V]> {
  return new Field({ kind: 'variant', discriminator, variants })
}
/** Any number of entries, each a name with a value of one kind. */
export function map<T>(items: Field<T>): OptionalField<Record<string, T>> {
  return new Field({ kind: 'map', items })
}
/** What a custom field may hold. */
export type CustomValue = string | number | boolean | string[] | null
export const customValue = (): OptionalField<CustomValue> =>
  new Field({ kind: 'value', nullable: true })
/** An object of any form. */
export const json = (): OptionalField<Record<string, unknown>> => new Field({ kind: 'json' })
/** The id of a row of another resource; named by string, so that resources never import each other. */
export const ref = (target: string): OptionalField<number> => new Field({ kind: 'integer', target })
/** The ids of any number of rows of another resource. */
export const refs = (target: string): OptionalField<number[]> => listOf(ref(target))
/** The id of a row whose ids are strings. */
export const stringRef = (target: string): OptionalField<string> =>
  new Field({ kind: 'string', target })

/** The id of a row of one of several resources; `field` holds a word that says of which. */
export function polymorphicRef(
  field: string,
  tables: Readonly<Record<string, string>>,
): OptionalField<number> {
  return new Field({ kind: 'integer', polymorphicTarget: { field, tables } })
}

/** What every ordinary record begins with. */
export const identity = { id: integer() }
/** When a record was made and last changed; kept by the emulator. */
export const timestamps = { updated_at: timestamp(), created_at: timestamp() }
