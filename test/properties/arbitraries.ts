/** Values that a test may say of a field, written as the service writes them. */
import {
  type Arbitrary,
  array,
  boolean,
  constant,
  constantFrom,
  date,
  dictionary,
  double,
  integer,
  nat,
  oneof,
  option,
  record,
  string,
  uuid,
} from 'fast-check'
import {
  choice,
  type Field,
  type FieldSpec,
  type Format,
  type Shape,
} from '../../src/define/fields.ts'

export function sayable(spec: FieldSpec): Arbitrary<unknown> {
  const values = ofKind(spec)
  return spec.nullable ? option(values, { freq: 4, nil: null }) : values
}

function ofKind({ kind, format, options = [], items, ...spec }: FieldSpec): Arbitrary<unknown> {
  const { shape = {}, variants = {}, by = '' } = spec
  switch (kind) {
    case 'integer':
      return integer({ min: 0, max: 1_000 })
    case 'number':
      return double({ min: 0, max: 1_000, noNaN: true })
    case 'boolean':
      return boolean()
    case 'enum':
      return constantFrom(...options)
    case 'array':
      return arrayOf((items as Field).spec)
    case 'map':
      return dictionary(constantFrom('a', 'b', 'c'), sayable((items as Field).spec))
    case 'value':
      return oneof(string(), integer(), boolean(), array(string()))
    case 'json':
      return record({ note: string() })
    case 'variant': {
      const [word, fields] = Object.entries(variants)[0] as [string, Shape]
      return shapeOf({ ...fields, [by]: choice([word]) })
    }
    case 'object':
      return shapeOf(shape)
    case 'string':
      return format ? written[format] : string()
  }
}

function shapeOf(shape: Shape): Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, { spec }]) => [name, sayable(spec)] as const)
  return record(Object.fromEntries(fields))
}

/** The ids of rows that are not there would be refused, so a list of them stays empty. */
const arrayOf = (spec: FieldSpec): Arbitrary<unknown> =>
  spec.to === undefined ? array(sayable(spec), { maxLength: 3 }) : constant([])

const moments = date({
  min: new Date('2000-01-01T00:00:00.000Z'),
  max: new Date('2099-12-31T00:00:00.000Z'),
  noInvalidDate: true,
}).map((moment) => moment.toISOString())

const written: Record<Format, Arbitrary<string>> = {
  date: moments.map((moment) => moment.slice(0, 10)),
  timestamp: moments,
  decimal: nat(1_000).map((amount) => amount.toFixed(2)),
  email: nat().map((number) => `person-${number}@example.test`),
  uri: nat().map((number) => `https://example.test/${number}`),
  uuid: uuid(),
}
