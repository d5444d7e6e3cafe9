import {
  amounts,
  assumed,
  boolean,
  created,
  done,
  identity,
  integer,
  lifecycle,
  map,
  notFound,
  operation,
  page,
  paged,
  pageReferring,
  record,
  ref,
  resource,
  string,
  type Tx,
  unprocessable,
  value,
} from '../define/define.ts'
import { blankProperties, misfitsOf } from './shared/custom-properties.ts'
import { inTurn } from './demo/demo-names.ts'
import type { Rows } from '../generated/rows.ts'

const usedRecord = assumed('custom_record.used', 'a custom record that is linked can be deleted', {
  because: 'the contract lists no 422 for it; the links go with it',
})

/** A record of a kind that the tenant made up. */
export const CustomRecord = {
  ...identity,
  active: boolean().initially(true),
  display_name: string(),
  properties: map(value()),
  custom_object_id: ref('custom_objects').hidden(),
}

const { active, display_name, properties } = CustomRecord
const slug = { object_slug: string() }
const one = { ...slug, record_id: integer() }
const marks = { flag: 'Custom objects', beta: true } as const
const path = '/custom/objects/{object_slug}/records'
const onePath = `${path}/{record_id}` as const

function objectAt(tx: Tx, { object_slug }: { readonly object_slug: string }) {
  const [found] = tx.where('custom_objects', { slug: object_slug })
  if (found) return found
  throw notFound(`there is no custom object "${object_slug}"`)
}

function recordAt(tx: Tx, at: { readonly object_slug: string; readonly record_id: number }) {
  const found = tx.find('custom_records', at.record_id)
  if (found?.custom_object_id === objectAt(tx, at).id) return found
  throw notFound(`${at.object_slug} has no record ${at.record_id}`)
}

function insistOnProperties(tx: Tx, objectId: number, values: Record<string, unknown>): void {
  const fields = tx.where('custom_fields', { custom_object_id: objectId })
  const misfits = Object.entries(misfitsOf(tx, fields, values))
  if (misfits.length === 0) return
  throw unprocessable(
    Object.fromEntries(misfits.map(([name, message]) => [`properties.${name}`, [message]])),
  )
}

function example(tx: Tx) {
  const [first] = tx.walk('custom_records')
  const { slug: object_slug } = tx.get('custom_objects', first?.custom_object_id ?? 0)
  return { params: { object_slug, record_id: first?.id ?? 0 } }
}

/** What there is of each custom object. */
const makes: Readonly<Record<string, readonly string[]>> = {
  Vehicle: ['Volkswagen Caddy', 'Ford Transit', 'Toyota Yaris', 'Renault Kangoo', 'Opel Corsa'],
  Laptop: ['ThinkPad T14', 'MacBook Air', 'Latitude 5440', 'EliteBook 840'],
  Sponsor: ['Havenbank', 'Noordzee Logistics', 'Polder Energy', 'Duin Insurance', 'Waal Printing'],
}

export default resource('custom_records', CustomRecord, { one: 'CustomRecord' }, () => ({
  events: lifecycle('custom_record'),

  operations: {
    get_custom_records: operation({
      ...marks,
      method: 'GET',
      path,
      params: slug,
      ...paged('cursor'),
      scopes: ['settings:read'],
      present: page('custom_records'),
      example,
      answer: (tx, { query, ...at }) =>
        pageReferring(tx, 'custom_records', 'custom_object_id', objectAt(tx, at).id, query),
    }),
    create_custom_record: operation({
      ...marks,
      method: 'POST',
      path,
      params: slug,
      scopes: ['settings:modify'],
      body: {
        active,
        display_name: display_name.required(),
        properties: properties.required(),
      },
      present: created('custom_records'),
      example,
      answer(tx, { body, ...at }) {
        const { id: custom_object_id } = objectAt(tx, at)
        insistOnProperties(tx, custom_object_id, body.properties)
        const fields = tx.where('custom_fields', { custom_object_id })
        const whole = { ...blankProperties(fields), ...body.properties }
        return tx.insert('custom_records', { ...body, properties: whole, custom_object_id })
      },
    }),
    get_custom_record: operation({
      ...marks,
      method: 'GET',
      path: onePath,
      params: one,
      scopes: ['settings:read'],
      present: record('custom_records'),
      example,
      answer: recordAt,
    }),
    update_custom_record: operation({
      ...marks,
      method: 'PUT',
      path: onePath,
      params: one,
      scopes: ['settings:modify'],
      body: { active, display_name, properties },
      present: done('The record was changed.', 'update'),
      example,
      answer(tx, { body, ...at }) {
        const found = recordAt(tx, at)
        insistOnProperties(tx, found.custom_object_id, body.properties ?? {})
        const whole = { ...found.properties, ...body.properties }
        return tx.update('custom_records', found.id, { ...body, properties: whole })
      },
    }),
    delete_custom_record: operation({
      ...marks,
      method: 'DELETE',
      path: onePath,
      params: one,
      scopes: ['destroyable_settings:destroy'],
      present: done('The record was deleted.'),
      example,
      answer(tx, at) {
        tx.uses(usedRecord)
        tx.remove('custom_records', recordAt(tx, at).id)
      },
    }),
  },

  recipe: {
    amounts: amounts(1, 45),
    fields: {
      // The first object has more records than a page holds.
      custom_object_id: ({ number, tx, pick }) =>
        number <= 30 ? [...tx.walk('custom_objects')][0]?.id : pick('custom_objects'),
      display_name: ({ parent, row, tx }) => {
        const { name_singular: one } = parent('custom_object_id')
        const { custom_object_id } = row as Rows['custom_records']
        return inTurn(tx.count('custom_records', { custom_object_id }) + 1, makes[one] ?? [one])
      },
      active: ({ chance }) => chance.next() < 0.9,
      properties: ({ row, tx, chance, day }) => ({
        ...blankProperties(
          tx.where('custom_fields', { custom_object_id: row['custom_object_id'] }),
        ),
        ...(row['custom_object_id'] === 1 && {
          brand: row['display_name'].split(' ')[0],
          in_use: chance.next() < 0.7,
          bought_on: day(-chance.integer(100, 2_000)),
        }),
      }),
    },
  },
}))
