/** Makes rows by the recipes of their resources: what is not said is made, and depends on its path alone. */
import type { FieldSpec } from '../../define/fields.ts'
import type { Make, Recipe } from '../../define/recipe.ts'
import { targetOf } from '../../define/references.ts'
import type { Resource } from '../../define/resource.ts'
import type { AnyRow } from '../../define/tx.ts'
import { EmulatorError } from '../../machine/errors.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Transaction } from '../../model/transaction.ts'
import { momentText } from '../../model/timestamp.ts'
import { type MakingGround, RowMaking } from './recipe-context.ts'
import { stampFor } from './created-at.ts'

export type Values = Readonly<Record<string, unknown>>

/** In a world, parents are picked among rows that are there; for `given`, they are made. */
export type Mode = 'world' | 'given'

export interface MakerParts extends MakingGround {
  readonly catalog: Catalog
}

export interface Maker {
  /** Makes and stores a row; undefined where a world has nothing that it could belong to. */
  make(tx: Transaction, table: string, said: Values, mode: Mode): AnyRow | undefined
}

const nothing: Recipe = { amounts: { small: 0, medium: 0, large: 0 }, fields: {} }

export function createMaker(parts: MakerParts): Maker {
  const { catalog } = parts

  function make(tx: Transaction, table: string, said: Values, mode: Mode): AnyRow | undefined {
    if (mode === 'given' && catalog.leaders(table).length > 0) return follow(tx, table, said)
    try {
      return makeAlone(tx, table, said, mode)
    } catch (error) {
      if (error === lost) return undefined
      throw error
    }
  }

  /** A row that follows another one is made by making that one. */
  function follow(tx: Transaction, table: string, said: Values): AnyRow {
    const fits = (values: Values): boolean =>
      Object.entries(values).every(
        ([name, value]) => value === 0 || (said[name] ?? value) === value,
      )
    const leader = catalog
      .leaders(table)
      .find(({ companion }) => fits(companion.values({ id: 0 } as never)))
    if (!leader) throw unmade(table, 'nothing that it could follow fits what was said')
    const known = Object.entries(leader.companion.values({ id: 0 } as never))
    const id = known.map(([name, value]) => value === 0 && said[name]).find(Boolean)
    const led = id
      ? tx.get(leader.table, id as number)
      : (make(tx, leader.table, {}, 'given') as AnyRow)
    const [row] = tx.where(table, leader.companion.values(led as never)) as AnyRow[]
    return tx.update(table, (row as AnyRow).id, said)
  }

  function makeAlone(tx: Transaction, table: string, said: Values, mode: Mode) {
    const resource = catalog.resources.get(table) as Resource
    const { shape, recipe = nothing } = resource
    const now = mode === 'world' ? momentText(parts.worldStartMs()) : tx.now
    const number = tx.reserve(table)
    const row: Record<string, unknown> = {
      id: tx.idFrom(table, number),
      ...said,
    }
    const making = new RowMaking(parts, tx, { table, number, row, parentOf, shape, now })

    /** The row behind a reference, made on the way if `given` needs it. */
    function parentOf(field: string): AnyRow {
      fill(field, recipe.fields[field])
      if ((row[field] ?? null) === null) throw lost
      return tx.get(targetOf(shape[field]?.spec, row) as string, row[field] as number)
    }

    /** What is taken for granted; what follows from what was said comes after what does not. */
    function takePlain(): void {
      const plain = Object.entries(recipe.plain ?? {}).filter(([name]) => said[name] === undefined)
      for (const [name, value] of plain) if (typeof value !== 'function') row[name] = value
      for (const [name, value] of plain) {
        if (typeof value === 'function') row[name] = making.within(name, value as Make)
        if (row[name] === undefined) delete row[name]
      }
    }

    function fill(field: string, recipeOf: Make | undefined): void {
      if (row[field] !== undefined) return
      const spec = shape[field]?.spec
      const wordField = spec?.via?.field
      if (wordField !== undefined) fill(wordField, recipe.fields[wordField])
      const isNeeded = !spec?.nullable || recipe.makes?.includes(field)
      const target = isNeeded ? targetOf(spec, row) : undefined
      row[field] = making.within(field, () => {
        if (mode === 'given' && target !== undefined && spec?.initial === undefined) {
          return make(tx, target, recipe.parents?.[field]?.(making) ?? {}, 'given')?.id
        }
        if (recipeOf) return recipeOf(making)
        return target === undefined ? undefined : making.pick(target)
      })
      if (row[field] === undefined || (row[field] === null && !spec?.nullable)) delete row[field]
    }

    if (mode === 'given') takePlain()
    for (const [field, recipeOf] of Object.entries(recipe.fields)) {
      fill(field, recipeOf)
      if (mode === 'world' && isLost(shape[field]?.spec, row[field])) return undefined
    }
    for (const [field, { spec }] of Object.entries(shape)) {
      if (spec.to !== undefined && !spec.computed && spec.initial === undefined) {
        fill(field, undefined)
      }
      if (mode === 'world' && isLost(spec, row[field])) return undefined
    }
    if (mode === 'world' && 'created_at' in shape) {
      row['created_at'] = making.within('created_at', () => stampFor(making, resource))
    }
    if (mode === 'given') {
      insistOnWhole(table, resource, row)
      const misfit = recipe.misfit?.(making)
      if (misfit !== undefined) throw unmade(table, misfit, 'Say what agrees, or leave it out.')
    }
    return tx.insert(table, row) as AnyRow
  }

  return { make }
}

/** Thrown by a recipe that looks for a parent which a world does not have. */
const lost = Symbol('lost')

/** A reference that must be there, and that a world has no row for. */
function isLost(spec: FieldSpec | undefined, value: unknown): boolean {
  if (spec === undefined || spec.computed || spec.nullable || spec.initial !== undefined)
    return false
  return (spec.to ?? spec.via) !== undefined && (value ?? null) === null
}

/** Refuses a row that lacks what nobody can make up. */
function insistOnWhole(table: string, { shape }: Resource, row: Values): void {
  for (const [name, { spec }] of Object.entries(shape)) {
    const { computed, nullable, initial, kind, format } = spec
    const isMade = computed || initial !== undefined || kind === 'array' || kind === 'map'
    const isStamp = format === 'timestamp' && name.endsWith('_at')
    if (isMade || nullable || isStamp) continue
    if ((row[name] ?? null) === null) throw unmade(table, `nobody can make up its ${name}`)
  }
}

function unmade(
  table: string,
  because: string,
  advice = 'Say what it is, or let the emulator make it by a call or an event.',
): EmulatorError {
  return new EmulatorError('given_refused', { could: `make given ${table}`, because, advice })
}
