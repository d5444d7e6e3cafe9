/** Damages saved worlds: replaces, removes and adds parts at random places. */
import { type Arbitrary, array, constantFrom, double, nat, record } from 'fast-check'

/** One change of a parsed world. The numbers select the place, the kind of change and the value. */
export interface Mutation {
  /** Each number selects a key on the way down; it stops at a value that is not an object. */
  readonly path: readonly number[]
  /** The way down ends here if the value is below 0.2, so that large parts are damaged too. */
  readonly stops: readonly number[]
  readonly change: 'replace' | 'remove' | 'copy' | 'swap' | 'rename' | 'append'
  readonly value: number
}

export const mutations: Arbitrary<readonly Mutation[]> = array(
  record({
    path: array(nat(), { minLength: 2, maxLength: 8 }),
    stops: array(double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
    change: constantFrom('replace', 'replace', 'remove', 'copy', 'swap', 'rename', 'append'),
    value: nat(),
  }),
  { minLength: 1, maxLength: 3 },
)

/** The values that replace a part. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '',
  'x',
  '4711',
  '2026-02-31',
  '\u0000',
  'a'.repeat(10_000),
  [],
  [[]],
  [[[[1]]]],
  [null],
  {},
  { constructor: {} },
  { toString: 1 },
  { length: 1e9 },
  JSON.parse('{"then":1}'),
  JSON.parse('{"__proto__":{"id":1}}'),
]

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Applies a change in place. */
export function mutate(world: object, { path, stops, change, value }: Mutation): void {
  let parent = world as Node
  let key = pick(Object.keys(parent), path[0] as number)
  for (let i = 1; i < path.length; i += 1) {
    const next = parent[key]
    if (!isNode(next) || Object.keys(next).length === 0) break
    if (i > 1 && (stops[i] as number) < 0.2) break
    parent = next
    key = pick(Object.keys(parent), path[i] as number)
  }
  applyChange(parent, key, change, value)
}

const pick = <T>(all: readonly T[], number: number): T => all[number % all.length] as T

function applyChange(parent: Node, key: string, change: Mutation['change'], value: number): void {
  const others = Object.keys(parent)
  if (change === 'remove') {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  } else if (change === 'copy') parent[key] = structuredClone(parent[pick(others, value)])
  else if (change === 'swap') {
    const other = pick(others, value)
    const [a, b] = [parent[key], parent[other]]
    parent[key] = b
    parent[other] = a
  } else if (change === 'rename' && !Array.isArray(parent)) {
    const { [key]: moved } = parent
    delete parent[key]
    parent[pick(['constructor', 'toString', 'x', '__proto__', ''], value)] = moved
  } else if (change === 'append' && isNode(parent[key])) {
    const target = parent[key]
    if (Array.isArray(target)) target.push(structuredClone(pick([...target, ...values], value)))
    else target[`extra${value}`] = pick(values, value)
  } else parent[key] = structuredClone(pick(values, value))
}
