import {
  assumed,
  boolean,
  choice,
  created,
  date,
  decimal,
  firstIdWhere,
  integer,
  lifecycleEvents,
  listOf,
  number,
  object,
  oneOf,
  equals,
  operation,
  record,
  ref,
  resource,
  shapedObject,
  timestamps,
  string,
  timestamp,
  type Tx,
} from '../define/define.ts'
import { addDays } from './shared/dates.ts'
import { invoiceRecipe } from './invoices.demo.ts'
import { formatInvoiceNumber, nextInvoiceNumber } from './invoices.numbers.ts'
import { renderInvoicePdf } from './invoices.pdf.ts'
import { defaultVatId } from './invoices.vat.ts'
import {
  paymentTermDays,
  findInvoiceItems,
  isFullyPaid,
  openAmount,
  totalExclVat,
  totalInclVat,
} from './rules/invoice-totals.ts'
import { assertWholeNumber, wholeNumber } from './shared/number-limits.ts'
import { assertTotal, formatAmount, currencies, tenantCurrency } from './shared/money.ts'
import { assetsUrl } from './shared/tenant-urls.ts'
import type { Rows } from '../generated/rows.ts'

type InvoiceRow = Rows['invoices']

const openingRule = assumed(
  'invoice.open',
  'opening assigns the number, the current day and a payment term of 14 days; an invoice with full payment becomes paid',
  {
    reason: 'the contract says that number, day and expiry are set at opening, but not how',
  },
)

const numbersWithoutGap = assumed(
  'invoice.number',
  'opening assigns the number after the highest number of the existing invoices, so that the number of a removed last invoice is assigned again',
  {
    reason:
      'the contract says that the number is unique and increments; administrations number invoices without a gap',
  },
)

/** An invoice to an account. */
export const InvoiceShape = {
  id: integer(),
  reference_id: string().defaultsTo(
    (_, { id }: InvoiceRow) => `REF-${String(id).padStart(6, '0')}`,
  ),
  number_int: number().nullable().indexed(),
  order_id: ref('orders').nullable(),
  status: choice(['concept', 'expired', 'open', 'paid']).defaultsTo('concept'),
  expiration_date: date().nullable(),
  opened_at: date().nullable(),
  account_name: string().defaultsTo(
    (tx, { account_id }: InvoiceRow) => tx.get('accounts', account_id).name,
  ),
  currency: choice(currencies).defaultsTo((tx) => tenantCurrency(tx)),
  number: string().defaultsTo((_, { id }: InvoiceRow) => `C-${id}`),
  account_id: ref('accounts'),
  feature: string().nullable(),
  footnote: string().nullable(),
  ...timestamps,
  order_number: number()
    .nullable()
    .computed((tx, { order_id }: InvoiceRow) => tx.find('orders', order_id)?.number ?? null),
  description: string().computed((tx, { id }: InvoiceRow) =>
    findInvoiceItems(tx, id)
      .map(({ name }) => name)
      .join(', '),
  ),
  total_incl: decimal().computed((tx, { id }: InvoiceRow) => formatAmount(totalInclVat(tx, id))),
  total_excl: decimal().computed((tx, { id }: InvoiceRow) => formatAmount(totalExclVat(tx, id))),
  total_open: decimal().computed((tx, { id }: InvoiceRow) => formatAmount(openAmount(tx, id))),
  pdf_url: string().computed((_, { id }: InvoiceRow) => `${assetsUrl}/invoices/${id}.pdf`),
  xml_url: string().computed((_, { id }: InvoiceRow) => `${assetsUrl}/invoices/${id}.xml`),
  invoice_items: listOf(
    object({
      id: integer().required(),
      name: string().required(),
      units: integer().required(),
      unit_price: string().required(),
      invoice_vat_id: integer().required(),
      catalog_variant_id: integer().nullable().required(),
      updated_at: timestamp().required(),
      created_at: timestamp().required(),
    }),
  ).computed((tx, { id }: InvoiceRow) =>
    findInvoiceItems(tx, id).map(({ invoice_id: _, ...item }) => item),
  ),
}

const { account_id, feature, footnote } = InvoiceShape
const body = {
  account_id: account_id.required(),
  feature,
  footnote,
  invoice_items_attributes: listOf(
    object({
      catalog_variant_id: ref('catalog_variants').nullable(),
      units: number().limitedTo(wholeNumber).required(),
      unit_price: decimal().required(),
      name: string().required(),
      invoice_vat_id: ref('invoice_vats'),
      _destroy: boolean(),
    }),
  ),
}

function openInvoice(tx: Tx, invoice: InvoiceRow): InvoiceRow {
  tx.logBehaviour(openingRule)
  if (invoice.status !== 'concept') return invoice
  tx.logBehaviour(numbersWithoutGap)
  const number_int = nextInvoiceNumber(tx)
  return tx.update('invoices', invoice.id, {
    status: statusWhenOpened(tx, invoice.id),
    number_int,
    number: formatInvoiceNumber(number_int),
    opened_at: tx.today,
    expiration_date: addDays(tx.today, paymentTermDays),
  })
}

/** The status of an invoice at opening: payments may have been made before. */
const statusWhenOpened = (tx: Tx, id: number): InvoiceRow['status'] =>
  isFullyPaid(tx, id) ? 'paid' : 'open'

const reads = ['invoices:read'] as const
const writes = ['invoices:read', 'invoices:modify'] as const

export default resource('invoices', InvoiceShape, { singular: 'Invoice' }, ({ list, show }) => ({
  events: lifecycleEvents('invoice'),
  scheduledTransitions: [
    { field: 'status', from: 'open', to: 'expired', dateField: 'expiration_date', at: 'end' },
  ],

  operations: {
    get_invoices: list({
      scopes: reads,
      filters: {
        account_id: equals('account_id'),
        order_id: equals('order_id'),
        status: oneOf('status'),
      },
    }),
    get_invoice_by_id: show({ scopes: reads }),
    create_invoice: operation({
      method: 'POST',
      path: '/invoices',
      scopes: writes,
      body,
      presenter: created('invoices'),
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
    open_invoice_by_id: operation({
      method: 'POST',
      path: '/invoices/{id}/open',
      scopes: writes,
      presenter: record('invoices'),
      example: (tx) => ({
        params: { id: firstIdWhere(tx, 'invoices', ({ status }) => status === 'concept') },
      }),
      handle: (tx, { id }) => openInvoice(tx, tx.get('invoices', id)),
    }),
    get_invoice_pdf_by_id: operation({
      method: 'GET',
      path: '/invoices/{id}/pdf',
      scopes: reads,
      presenter: shapedObject({ data: string() }),
      handle: (tx, { id }) => ({ data: renderInvoicePdf(tx, tx.get('invoices', id)) }),
    }),
  },

  recipe: invoiceRecipe,
}))
