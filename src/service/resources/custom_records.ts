import * as d from '../../engine/define/define.ts'
import { textsIn } from '../demo/demo-texts.ts'
import { completeCustomProperties, customPropertyErrors } from '../fields/custom-properties.ts'
import { cycleName } from '../demo/demo-names.ts'
import type { Rows } from '../generated/rows.ts'
import { findCustomObject } from '../rules/custom-object-path.ts'
import { deletesLinkedRecord } from '../behaviours/shared.ts'

type CustomRecordRow = Rows['custom_records']

const CustomRecordShape = {
  ...d.identity,
  active: d.boolean().defaultsTo(true),
  display_name: d.string(),
  properties: d
    .map(d.customValue())
    .shownAs('custom_fields', (tx, stored, row: CustomRecordRow) =>
      completeCustomProperties(tx, row.custom_object_id, stored),
    ),
  custom_object_id: d.ref('custom_objects').hidden(),
}

const { active, display_name, properties } = CustomRecordShape

function findRecord(tx: d.Tx, at: { readonly object_slug: string; readonly record_id: number }) {
  const found = tx.find('custom_records', at.record_id)
  if (found?.custom_object_id === findCustomObject(tx, at).id) return found
  throw d.notFound(`${at.object_slug} has no record ${at.record_id}`)
}

function assertProperties(
  tx: d.Tx,
  objectId: number,
  values: Record<string, unknown>,
  stored?: Readonly<Record<string, unknown>>,
): void {
  const errors = Object.entries(customPropertyErrors(tx, objectId, values, () => stored))
  if (errors.length === 0) return
  throw d.unprocessable(
    Object.fromEntries(errors.map(([name, message]) => [`properties.${name}`, [message]])),
  )
}

function example(tx: d.Tx) {
  const [first] = tx.scan('custom_records')
  const { slug: object_slug } = tx.get('custom_objects', first?.custom_object_id ?? 0)
  return { params: { object_slug, record_id: first?.id ?? 0 } }
}

const commonOptions = { flag: 'Custom objects', beta: true, example } as const
const ofObject = {
  ...commonOptions,
  path: '/custom/objects/{object_slug}/records',
  params: { object_slug: d.string() },
} as const
const ofRecord = {
  ...commonOptions,
  path: `${ofObject.path}/{record_id}`,
  params: { ...ofObject.params, record_id: d.integer() },
} as const

export default d.resource(
  'custom_records',
  CustomRecordShape,
  { singular: 'CustomRecord' },
  () => ({
    description: 'A record of a custom object.',

    events: d.lifecycleEvents('custom_record'),

    operations: {
      get_custom_records: d.operation({
        ...ofObject,
        method: 'GET',
        ...d.pagination('cursor'),
        scopes: ['settings:read'],
        presenter: d.page('custom_records'),
        handle: (tx, { query, ...at }) =>
          d.pageOfReferrers(
            tx,
            'custom_records',
            'custom_object_id',
            findCustomObject(tx, at).id,
            query,
          ),
      }),
      create_custom_record: d.operation({
        ...ofObject,
        method: 'POST',
        scopes: ['settings:modify'],
        body: {
          active,
          display_name: display_name.required(),
          properties: properties.required(),
        },
        presenter: d.created('custom_records'),
        handle(tx, { body, ...at }) {
          const { id: custom_object_id } = findCustomObject(tx, at)
          assertProperties(tx, custom_object_id, body.properties)
          return tx.insert('custom_records', { ...body, custom_object_id })
        },
      }),
      get_custom_record: d.operation({
        ...ofRecord,
        method: 'GET',
        scopes: ['settings:read'],
        presenter: d.record('custom_records'),
        handle: findRecord,
      }),
      update_custom_record: d.operation({
        ...ofRecord,
        method: 'PUT',
        scopes: ['settings:modify'],
        body: { active, display_name, properties },
        presenter: d.statusMessage('The record was changed.', 'update'),
        handle(tx, { body, ...at }) {
          const found = findRecord(tx, at)
          assertProperties(tx, found.custom_object_id, body.properties ?? {}, found.properties)
          const whole = { ...found.properties, ...body.properties }
          return tx.update('custom_records', found.id, { ...body, properties: whole })
        },
      }),
      delete_custom_record: d.operation({
        ...ofRecord,
        method: 'DELETE',
        scopes: ['destroyable_settings:destroy'],
        presenter: d.statusMessage('The record was deleted.'),
        handle(tx, at) {
          tx.logBehaviour(deletesLinkedRecord)
          tx.remove('custom_records', findRecord(tx, at).id)
        },
      }),
    },

    recipe: {
      rowCounts: d.rowCounts(1, 45),
      isShared: true,
      generatedAfter: ['custom_fields'],
      fields: {
        // The first object has more records than fit on a page.
        custom_object_id: ({ number, tx, pick }) =>
          number <= 30 ? [...tx.scan('custom_objects')][0]?.id : pick('custom_objects'),
        display_name: ({ parent, row, tx, locale }) => {
          const { name_singular } = parent('custom_object_id')
          const { custom_object_id } = row as Rows['custom_records']
          const known = textsIn(locale).customObjects.find(({ one }) => one === name_singular)
          return cycleName(
            tx.count('custom_records', { custom_object_id }) + 1,
            known?.records ?? [name_singular],
          )
        },
        active: ({ random }) => random.next() < 0.9,
        properties: ({ row, tx, random, day }) => {
          const { custom_object_id } = row as Rows['custom_records']
          const values: Record<string, d.CustomValue> =
            custom_object_id === 1
              ? {
                  brand: row['display_name'].split(' ')[0],
                  in_use: random.next() < 0.7,
                  bought_on: day(-random.integer(100, 2_000)),
                }
              : {}
          const fields = tx.where('custom_fields', { custom_object_id })
          return Object.fromEntries(fields.map(({ slug }) => [slug, values[slug] ?? null]))
        },
      },
    },
  }),
)
