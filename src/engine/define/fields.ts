/**
 * Describes the fields of rows, bodies and queries.
 *
 * The types of rows, the validation of bodies, the parsing of queries, the OpenAPI schemas and the
 * columns of the inspector are derived from a shape of fields.
 */
import type { AssumedBehaviour } from './behaviour.ts'
import type { FlagName } from '../service-types.ts'
import type { Tx } from './tx.ts'
import { defined } from '../errors/defined.ts'

/**
 * The kind of a value. `value` is the value of a custom field: a string, a number, a boolean or a list
 * of strings. `variant` is one of several objects; a discriminator field tells which. `json` is any
 * object.
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
export type FieldFormat = 'email' | 'uri' | 'date' | 'timestamp' | 'decimal' | 'uuid' | 'time_zone'

/** The form in which a text is stored and compared, unless the alternative of the assumption is active. */
export interface TextForm {
  readonly assumption: AssumedBehaviour
  format(text: string): string
}

/** The limit of a number or an amount in a body, for the OpenAPI document, and its check. */
export interface NumberLimit {
  readonly min?: number
  readonly max?: number
  readonly isWhole?: boolean
  check?(tx: Tx, value: never): Readonly<Record<string, string>>
}

export interface FieldSpec {
  readonly kind: FieldKind
  readonly format?: FieldFormat
  readonly options?: readonly string[]
  /** The items of an array, or the values of a map. */
  readonly items?: Field
  /** The fields of an object. */
  readonly shape?: Shape
  /** Returns the keys of a map, if other records determine them. */
  readonly keysOf?: (tx: Tx) => readonly string[]
  /** The shapes of a variant, by the value of the discriminator. */
  readonly variants?: Readonly<Record<string, Shape>>
  /** The field whose value selects the variant. */
  readonly discriminator?: string
  /** The resource that the id refers to. */
  readonly target?: string
  /** Whether the row is a part of the referenced row and is removed with it. */
  readonly isPartOf?: boolean
  /** Whether the API hides the row while it hides the referenced row. */
  readonly isHiddenWith?: boolean
  readonly min?: number
  readonly max?: number
  readonly limit?: NumberLimit
  readonly nullable?: boolean
  /** Whether a body or a query must contain the field. */
  readonly required?: boolean
  /** In a body: the behaviour that requires the field; its alternative permits to omit it. */
  readonly requiredBy?: AssumedBehaviour
  readonly flag?: FlagName
  readonly beta?: boolean
  readonly deprecated?: boolean
  /** Whether responses and events omit the field. */
  readonly hidden?: boolean
  /** In a record: whether the service leaves out the field. */
  readonly omittedWhen?: (tx: Tx, row: never) => boolean
  /** In a record: returns the value that the record shows for the stored value, from the rows of a table. */
  readonly shownAs?: readonly [
    table: string | undefined,
    show: (tx: Tx, value: never, row: never) => unknown,
  ]
  /** Whether values other than null are unique; the alternative of an assumption may allow duplicates. */
  readonly unique?: true | AssumedBehaviour
  /** In a body: a number that a client may send as a string. */
  readonly asText?: boolean
  /** Whether the table has an index of this field. */
  readonly indexed?: boolean
  /** The value of a new row if the body omits the field: a value or a function. */
  readonly defaultValue?: unknown
  /** The resource that the id refers to, by the value of another field. */
  readonly polymorphicTarget?: {
    readonly field: string
    readonly tables: Readonly<Record<string, string>>
  }
  /** In an act: the short name of the input in the test kit. */
  readonly alias?: string
  /** In a body: the field of the row that stores the value, if the names differ. */
  readonly storedAs?: string
  /** In the body of an update: whether the object replaces the stored object instead of merging. */
  readonly replacesOnUpdate?: boolean
  /** In a body: whether a text must contain more than white space. */
  readonly notBlank?: boolean
  /** The form in which a text is stored and compared. */
  readonly textForm?: TextForm
  /** In a body: a check that reads rows. Returns the errors by the path below the field. */
  readonly refine?: (
    tx: Tx,
    value: never,
    storedValue: () => never,
  ) => Readonly<Record<string, string>>
  /** In a body: returns a valid value for an example call, if the kind does not determine one. */
  readonly example?: (tx: Tx) => unknown
  /** Computes the value from other rows on each read; the field is not stored. */
  readonly computed?: (tx: Tx, row: never) => unknown
  /** The stored field that a computed field shows, if there is exactly one. */
  readonly computedFrom?: string
}

/** A field. `T` is the type of its value; `R` tells whether a body must contain it. */
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
  /** A body or a query must contain the field. */
  required(): Field<T, true> {
    return this.#with({ required: true })
  }
  /** A body or a query may omit the field. */
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
  /** In a body: the field is required, unless the alternative of the behaviour is active. */
  requiredBy(behaviour: AssumedBehaviour): Field<T, R> {
    return this.#with({ requiredBy: behaviour })
  }
  /** The records of some rows leave out the field. */
  omittedWhen(predicate: (tx: Tx, row: never) => boolean): Field<T, R> {
    return this.#with({ omittedWhen: predicate })
  }
  /**
   * Records show another value than the stored one. `show` depends only on its values, on the base URL and on the
   * rows of the table.
   */
  shownAs(table: string | undefined, show: (tx: Tx, value: T, row: never) => T): Field<T, R> {
    return this.#with({ shownAs: [table, show as never] })
  }
  unique(unless: true | AssumedBehaviour = true): Field<T, R> {
    return this.#with({ unique: unless })
  }
  /** The table has an index of this field; of a list of objects, by their ids. */
  indexed(): Field<T, R> {
    return this.#with({ indexed: true })
  }
  /** Sets the default of a new row: a value, or a function of the other fields. */
  defaultsTo(defaultValue: T | ((tx: Tx, row: never) => T)): Field<T, R> {
    return this.#with({ defaultValue })
  }
  /** The text is stored and compared in a form, such as lower case. */
  inForm(textForm: TextForm): Field<T, R> {
    return this.#with({ textForm })
  }
  storedAs(field: string): Field<T, R> {
    return this.#with({ storedAs: field })
  }
  alias(name: string): Field<T, R> {
    return this.#with({ alias: name })
  }
  /** The row is a part of the referenced row: it is removed with it and does not block the removal. */
  partOf(): Field<T, R> {
    return this.#with({ isPartOf: true })
  }
  /** The API hides the row while it hides the referenced row. */
  hiddenWith(): Field<T, R> {
    return this.#with({ isHiddenWith: true })
  }
  replacesOnUpdate(): Field<T, R> {
    return this.#with({ replacesOnUpdate: true })
  }
  /**
   * In a body: adds a check that reads rows. It returns the errors by the path below the field.
   * `storedValue` returns the value of the record that an update changes.
   */
  refine(
    rule: (
      tx: Tx,
      value: T,
      storedValue: () => T | null | undefined,
    ) => Readonly<Record<string, string>>,
  ): Field<T, R> {
    return this.#with({ refine: rule as never })
  }
  /** Other records determine the keys of the map. */
  withKeys(keysOf: (tx: Tx) => readonly string[]): Field<T, R> {
    return this.#with({ keysOf })
  }
  /** In a body: adds a limit that an assumption decides about. */
  limitedTo(limit: NumberLimit): Field<T, R> {
    return this.#with({ limit, ...defined({ refine: limit.check }) })
  }
  /** In a body: sets the value of example calls. */
  example(value: (tx: Tx) => T): Field<T, R> {
    return this.#with({ example: value })
  }
  /** The value is computed on each read. `computedFrom` is the stored field that it shows, if there is one. */
  computed(compute: (tx: Tx, row: never) => T, computedFrom?: string): Field<T, R> {
    return this.#with({ computed: compute, ...defined({ computedFrom }) })
  }
}

export type Shape = Readonly<Record<string, Field>>

/** The field with a name that a user gives. Properties of `Object.prototype` are not fields. */
export const fieldOf = (shape: Shape, name: string): Field | undefined =>
  Object.hasOwn(shape, name) ? shape[name] : undefined

type RequiredKeys<S extends Shape> = {
  [K in keyof S]: S[K]['isRequired'] extends true ? K : never
}[keyof S]

/** Whether a body must contain the field by default. */
export const isRequiredField = ({ required, requiredBy }: FieldSpec): boolean =>
  required === true || requiredBy !== undefined

/** The validated values of a shape: required fields are present, other fields are optional. */
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
/** The name of a time zone: an IANA name, or the city of one. */
export const timeZone = (): OptionalField<string> =>
  new Field({ kind: 'string', format: 'time_zone' })
/** A calendar day, `yyyy-MM-dd`; a timestamp is cut to its day. */
export const date = (): OptionalField<string> => new Field({ kind: 'string', format: 'date' })
/** A timestamp, `yyyy-MM-ddTHH:mm:ss.SSSZ`. */
export const timestamp = (): OptionalField<string> =>
  new Field({ kind: 'string', format: 'timestamp' })
/** The text of an amount in a body: at most 12 integer digits and 2 decimals. */
export const amountPattern = /^-?\d{1,12}(\.\d{1,2})?$/

/** An amount or a percentage: a string with two decimals. A body can contain a number instead. */
export const decimal = (): OptionalField<string> => new Field({ kind: 'string', format: 'decimal' })

export function choice<const O extends readonly string[]>(options: O): OptionalField<O[number]> {
  return new Field({ kind: 'enum', options })
}
/** One of the keys of an object, such as the types of a polymorphic reference. */
export const keyOf = <K extends string>(values: Readonly<Record<K, unknown>>): OptionalField<K> =>
  choice(Object.keys(values) as K[])
export function listOf<T>(items: Field<T>): OptionalField<T[]> {
  return new Field({ kind: 'array', items })
}
export function object<S extends Shape>(shape: S): OptionalField<ShapeValues<S>> {
  return new Field({ kind: 'object', shape })
}
/** One of several objects; the value of the discriminator field selects the shape. */
export function variant<V extends Readonly<Record<string, Shape>>, B extends string>(
  discriminator: B,
  variants: V,
): OptionalField<{ [K in keyof V]: ShapeValues<V[K]> & Record<B, K> }[keyof V]> {
  return new Field({ kind: 'variant', discriminator, variants })
}
/** An object with any keys, whose values have one kind. */
export function map<T>(items: Field<T>): OptionalField<Record<string, T>> {
  return new Field({ kind: 'map', items })
}
/** The value of a custom field. */
export type CustomValue = string | number | boolean | string[] | null
export const customValue = (): OptionalField<CustomValue> =>
  new Field({ kind: 'value', nullable: true })
/** An object with any content. */
export const json = (): OptionalField<Record<string, unknown>> => new Field({ kind: 'json' })
// Note: the target is a name, so that resources do not import each other.
/** The id of a row of another resource. */
export const ref = (target: string): OptionalField<number> => new Field({ kind: 'integer', target })
/** A list of ids of rows of another resource. */
export const refs = (target: string): OptionalField<number[]> => listOf(ref(target))
/** The id of a row of another resource whose ids are strings. */
export const stringRef = (target: string): OptionalField<string> =>
  new Field({ kind: 'string', target })

/** The id of a row of one of several resources, with which the API hides the row; the value of `field` selects the resource. */
export function polymorphicRef(
  field: string,
  tables: Readonly<Record<string, string>>,
): OptionalField<number> {
  return new Field({ kind: 'integer', polymorphicTarget: { field, tables }, isHiddenWith: true })
}

/** The id field of most records. */
export const identity = { id: integer() }
/** The times of creation and of the last change; the emulator sets them. */
export const timestamps = { updated_at: timestamp(), created_at: timestamp() }
