import * as d from '../../engine/define/define.ts'
import { addDays } from '../fields/dates.ts'
import { invoiceRecipe } from './invoices.demo.ts'
import { formatInvoiceNumber, nextInvoiceNumber } from './invoices.numbers.ts'
import { renderInvoicePdf } from './invoices.pdf.ts'
import {
  findInvoiceItems,
  isFullyPaid,
  openAmount,
  totalExclVat,
  totalInclVat,
} from '../rules/invoice-totals.ts'
import { assertWholeNumber, wholeNumber } from '../fields/number-limits.ts'
import { assertTotal, formatAmount, currencies, tenantCurrency, toRate } from '../fields/money.ts'
import { assetsUrl } from '../fields/tenant-urls.ts'
import type { Rows } from '../generated/rows.ts'
import { numbersWithoutGap, openingRule, defaultsToFirstVat } from '../behaviours/sales.ts'
import { findEducator, firstIdOrCreate } from '../fields/first-record.ts'

/** Returns the id of the first VAT rate. Creates the educator's rate if there is none. */
function defaultVatId(tx: d.Tx): number {
  tx.logBehaviour(defaultsToFirstVat)
  return firstIdOrCreate(tx, 'invoice_vats', () => {
    const multiplier = findEducator(tx)?.default_invoice_vat_multiplier ?? 1
    return { name: 'Standard', percentage: formatAmount((toRate(multiplier) - toRate(1)) / 100) }
  })
}

type InvoiceRow = Rows['invoices']

const InvoiceShape = {
  id: d.integer(),
  reference_id: d
    .string()
    .defaultsTo((_, { id }: InvoiceRow) => `REF-${String(id).padStart(6, '0')}`),
  number_int: d.number().nullable().indexed(),
  order_id: d.ref('orders').nullable(),
  status: d.choice(['concept', 'expired', 'open', 'paid']).defaultsTo('concept'),
  expiration_date: d.date().nullable(),
  opened_at: d.date().nullable(),
  account_name: d
    .string()
    .defaultsTo((tx, { account_id }: InvoiceRow) => tx.get('accounts', account_id).name),
  currency: d.choice(currencies).defaultsTo((tx) => tenantCurrency(tx)),
  number: d.string().defaultsTo((_, { id }: InvoiceRow) => `C-${id}`),
  account_id: d.ref('accounts'),
  feature: d.string().nullable(),
  footnote: d.string().nullable(),
  ...d.timestamps,
  order_number: d
    .number()
    .nullable()
    .computed((tx, { order_id }: InvoiceRow) => tx.find('orders', order_id)?.number ?? null),
  description: d.string().computed((tx, { id }: InvoiceRow) =>
    findInvoiceItems(tx, id)
      .map(({ name }) => name)
      .join(', '),
  ),
  total_incl: d.decimal().computed((tx, { id }: InvoiceRow) => formatAmount(totalInclVat(tx, id))),
  total_excl: d.decimal().computed((tx, { id }: InvoiceRow) => formatAmount(totalExclVat(tx, id))),
  total_open: d.decimal().computed((tx, { id }: InvoiceRow) => formatAmount(openAmount(tx, id))),
  pdf_url: d.string().computed((_, { id }: InvoiceRow) => `${assetsUrl}/invoices/${id}.pdf`),
  xml_url: d.string().computed((_, { id }: InvoiceRow) => `${assetsUrl}/invoices/${id}.xml`),
  invoice_items: d
    .listOf(
      d.object({
        id: d.integer().required(),
        name: d.string().required(),
        units: d.integer().required(),
        unit_price: d.string().required(),
        invoice_vat_id: d.integer().required(),
        catalog_variant_id: d.integer().nullable().required(),
        updated_at: d.timestamp().required(),
        created_at: d.timestamp().required(),
      }),
    )
    .computed((tx, { id }: InvoiceRow) =>
      findInvoiceItems(tx, id).map(({ invoice_id: _, ...item }) => item),
    ),
}

const { account_id, feature, footnote } = InvoiceShape
const body = {
  account_id: account_id.required(),
  feature,
  footnote,
  invoice_items_attributes: d.listOf(
    d.object({
      catalog_variant_id: d.ref('catalog_variants').nullable(),
      units: d.number().limitedTo(wholeNumber).required(),
      unit_price: d.decimal().required(),
      name: d.string().required(),
      invoice_vat_id: d.ref('invoice_vats'),
      _destroy: d.boolean(),
    }),
  ),
}

function openInvoice(tx: d.Tx, invoice: InvoiceRow): InvoiceRow {
  const termDays = tx.numberFor(openingRule)
  if (invoice.status !== 'concept') return invoice
  tx.logBehaviour(numbersWithoutGap)
  const number_int = nextInvoiceNumber(tx)
  return tx.update('invoices', invoice.id, {
    status: statusWhenOpened(tx, invoice.id),
    number_int,
    number: formatInvoiceNumber(number_int),
    opened_at: tx.today,
    expiration_date: addDays(tx.today, termDays),
  })
}

/** The status of an invoice at opening: payments may have been made before. */
const statusWhenOpened = (tx: d.Tx, id: number): InvoiceRow['status'] =>
  isFullyPaid(tx, id) ? 'paid' : 'open'

const reads = ['invoices:read'] as const
const writes = ['invoices:read', 'invoices:modify'] as const

export default d.resource('invoices', InvoiceShape, { singular: 'Invoice' }, ({ list, show }) => ({
  description: 'An invoice to an account.',

  events: d.lifecycleEvents('invoice'),
  scheduledTransitions: [
    { field: 'status', from: 'open', to: 'expired', dateField: 'expiration_date', at: 'end' },
  ],

  operations: {
    get_invoices: list({
      scopes: reads,
      filters: {
        account_id: d.equals('account_id'),
        order_id: d.equals('order_id'),
        status: d.oneOf('status'),
      },
    }),
    get_invoice_by_id: show({ scopes: reads }),
    create_invoice: d.operation({
      method: 'POST',
      path: '/invoices',
      scopes: writes,
      body,
      presenter: d.created('invoices'),
      handle(tx, { body: { invoice_items_attributes: items = [], ...sent } }) {
        const invoice = tx.insert('invoices', sent)
        for (const [place, { _destroy: destroyed, ...item }] of items.entries()) {
          if (destroyed) continue
          assertWholeNumber(tx, `invoice_items_attributes.${place}.units`, item.units)
          tx.insert('invoice_items', {
            ...item,
            invoice_vat_id: item.invoice_vat_id ?? defaultVatId(tx),
            unit_price: formatAmount(item.unit_price),
            invoice_id: invoice.id,
          })
          assertTotal(
            tx,
            `invoice_items_attributes.${place}.units`,
            totalExclVat(tx, invoice.id) * 100,
          )
        }
        assertTotal(tx, 'invoice_items_attributes', totalInclVat(tx, invoice.id) * 100)
        return invoice
      },
    }),
    open_invoice_by_id: d.operation({
      method: 'POST',
      path: '/invoices/{id}/open',
      scopes: writes,
      presenter: d.record('invoices'),
      example: d.exampleWhere('invoices', ({ status }) => status === 'concept'),
      handle: (tx, { id }) => openInvoice(tx, tx.get('invoices', id)),
    }),
    get_invoice_pdf_by_id: d.operation({
      method: 'GET',
      path: '/invoices/{id}/pdf',
      scopes: reads,
      presenter: d.shapedObject({ data: d.string() }),
      handle: (tx, { id }) => ({ data: renderInvoicePdf(tx, tx.get('invoices', id)) }),
    }),
  },

  acts: {
    open_invoice: d.actFromOperation('open_invoice_by_id', {
      summary: 'Opens a concept of an invoice: it gets its number, and its term begins.',
      idInput: { invoice_id: d.ref('invoices').required().alias('invoice') },
    }),
  },

  recipe: invoiceRecipe,
}))
