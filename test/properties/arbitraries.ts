/** Valid values of a field, in the format of the service. */
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
  type FieldFormat,
  type Shape,
} from '../../src/engine/define/fields.ts'

export function valueArbitrary(spec: FieldSpec): Arbitrary<unknown> {
  const values = kindArbitrary(spec)
  return spec.nullable ? option(values, { freq: 4, nil: null }) : values
}

function kindArbitrary({
  kind,
  format,
  options = [],
  items,
  ...spec
}: FieldSpec): Arbitrary<unknown> {
  const { shape = {}, variants = {}, discriminator = '' } = spec
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
      return arrayArbitrary((items as Field).spec)
    case 'map':
      return dictionary(constantFrom('a', 'b', 'c'), valueArbitrary((items as Field).spec))
    case 'value':
      return oneof(string(), integer(), boolean(), array(string()))
    case 'json':
      return record({ note: string() })
    case 'variant': {
      const [word, fields] = Object.entries(variants)[0] as [string, Shape]
      return shapeArbitrary({ ...fields, [discriminator]: choice([word]) })
    }
    case 'object':
      return shapeArbitrary(shape)
    case 'string':
      return format ? textByFormat[format] : string()
  }
}

function shapeArbitrary(shape: Shape): Arbitrary<unknown> {
  const fields = Object.entries(shape).map(
    ([name, { spec }]) => [name, valueArbitrary(spec)] as const,
  )
  return record(Object.fromEntries(fields))
}

/** Lists of ids stay empty, since unknown ids are rejected. */
const arrayArbitrary = (spec: FieldSpec): Arbitrary<unknown> =>
  spec.target === undefined ? array(valueArbitrary(spec), { maxLength: 3 }) : constant([])

const timestamps = date({
  min: new Date('2000-01-01T00:00:00.000Z'),
  max: new Date('2099-12-31T00:00:00.000Z'),
  noInvalidDate: true,
}).map((moment) => moment.toISOString())

const textByFormat: Record<FieldFormat, Arbitrary<string>> = {
  date: timestamps.map((moment) => moment.slice(0, 10)),
  timestamp: timestamps,
  decimal: nat(1_000).map((amount) => amount.toFixed(2)),
  email: nat().map((number) => `person-${number}@example.test`),
  uri: nat().map((number) => `https://example.test/${number}`),
  uuid: uuid(),
  time_zone: constantFrom('Europe/Amsterdam', 'Amsterdam', 'New York', 'UTC'),
}
