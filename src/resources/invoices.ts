import {
  assumed,
  boolean,
  choice,
  created,
  date,
  decimal,
  idOfOne,
  integer,
  lifecycle,
  listOf,
  number,
  object,
  oneOf,
  equals,
  operation,
  record,
  ref,
  resource,
  shaped,
  stamps,
  string,
  timestamp,
  type Tx,
} from '../define/define.ts'
import { daysAfter } from './shared/dates.ts'
import { invoiceRecipe } from './invoices.demo.ts'
import {
  daysToPay,
  itemsOf,
  nextNumber,
  numberText,
  openAmount,
  printedLines,
  statusAtOpening,
  totalExcl,
  totalIncl,
  usualVat,
} from './rules/invoice-totals.ts'
import { insistOnWhole } from './shared/number-limits.ts'
import { amountOf, currencies, currencyOf } from './shared/money.ts'
import { pdfOf } from './invoices.pdf.ts'
import { assetsUrl } from './shared/tenant-urls.ts'
import type { Rows } from '../generated/rows.ts'

type InvoiceRow = Rows['invoices']

const opening = assumed(
  'invoice.open',
  'opening gives the number, today as day and 14 days to pay; what is paid already is paid then',
  {
    because: 'the contract says that number, day and expiry are set then, not how',
  },
)

/** A bill to an account. */
export const Invoice = {
  id: integer(),
  reference_id: string().initially((_, { id }: InvoiceRow) => `REF-${String(id).padStart(6, '0')}`),
  number_int: number().nullable().indexed(),
  order_id: ref('orders').nullable(),
  status: choice(['concept', 'expired', 'open', 'paid']).initially('concept'),
  expiration_date: date().nullable(),
  opened_at: date().nullable(),
  account_name: string().initially(
    (tx, { account_id }: InvoiceRow) => tx.get('accounts', account_id).name,
  ),
  currency: choice(currencies).initially((tx) => currencyOf(tx)),
  number: string().initially((_, { id }: InvoiceRow) => `C-${id}`),
  account_id: ref('accounts'),
  feature: string().nullable(),
  footnote: string().nullable(),
  ...stamps,
  order_number: number()
    .nullable()
    .computed((tx, { order_id }: InvoiceRow) => tx.find('orders', order_id)?.number ?? null),
  description: string().computed((tx, { id }: InvoiceRow) =>
    itemsOf(tx, id)
      .map(({ name }) => name)
      .join(', '),
  ),
  total_incl: decimal().computed((tx, { id }: InvoiceRow) => amountOf(totalIncl(tx, id))),
  total_excl: decimal().computed((tx, { id }: InvoiceRow) => amountOf(totalExcl(tx, id))),
  total_open: decimal().computed((tx, { id }: InvoiceRow) => amountOf(openAmount(tx, id))),
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
  ).computed((tx, { id }: InvoiceRow) => itemsOf(tx, id).map(({ invoice_id: _, ...item }) => item)),
}

const { account_id, feature, footnote } = Invoice
const body = {
  account_id: account_id.required(),
  feature,
  footnote,
  invoice_items_attributes: listOf(
    object({
      catalog_variant_id: ref('catalog_variants').nullable(),
      units: number().required(),
      unit_price: decimal().required(),
      name: string().required(),
      invoice_vat_id: ref('invoice_vats'),
      _destroy: boolean(),
    }),
  ),
}

function open(tx: Tx, invoice: InvoiceRow): InvoiceRow {
  tx.uses(opening)
  if (invoice.status !== 'concept') return invoice
  const number_int = nextNumber(tx)
  return tx.update('invoices', invoice.id, {
    status: statusAtOpening(tx, invoice.id),
    number_int,
    number: numberText(number_int),
    opened_at: tx.today,
    expiration_date: daysAfter(tx.today, daysToPay),
  })
}

const reads = ['invoices:read'] as const
const writes = ['invoices:read', 'invoices:modify'] as const

export default resource('invoices', Invoice, { one: 'Invoice' }, ({ list, show }) => ({
  events: lifecycle('invoice'),
  moves: [{ field: 'status', from: 'open', to: 'expired', on: 'expiration_date', at: 'end' }],

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
      present: created('invoices'),
      answer(tx, { body: { invoice_items_attributes: items = [], ...sent } }) {
        const invoice = tx.insert('invoices', sent)
        for (const [place, { _destroy: destroyed, ...item }] of items.entries()) {
          if (destroyed) continue
          insistOnWhole(tx, `invoice_items_attributes.${place}.units`, item.units)
          tx.insert('invoice_items', {
            ...item,
            invoice_vat_id: item.invoice_vat_id ?? usualVat(tx),
            unit_price: amountOf(item.unit_price),
            invoice_id: invoice.id,
          })
        }
        return invoice
      },
    }),
    open_invoice_by_id: operation({
      method: 'POST',
      path: '/invoices/{id}/open',
      scopes: writes,
      present: record('invoices'),
      example: (tx) => ({
        params: { id: idOfOne(tx, 'invoices', ({ status }) => status === 'concept') },
      }),
      answer: (tx, { id }) => open(tx, tx.get('invoices', id)),
    }),
    get_invoice_pdf_by_id: operation({
      method: 'GET',
      path: '/invoices/{id}/pdf',
      scopes: reads,
      present: shaped({ data: string() }),
      answer: (tx, { id }) => ({ data: pdfOf(printedLines(tx, tx.get('invoices', id))) }),
    }),
  },

  recipe: invoiceRecipe,
}))
