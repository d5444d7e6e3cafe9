/** The PDF of an invoice: one page of text. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { findInvoiceItems, totalInclVat } from '../rules/invoice-totals.ts'
import { formatAmount } from '../fields/money.ts'

/** Renders an invoice as a PDF file in base64. */
export const renderInvoicePdf = (tx: d.Tx, invoice: Rows['invoices']): string =>
  renderPdf(formatInvoiceLines(tx, invoice))

function formatInvoiceLines(tx: d.Tx, invoice: Rows['invoices']): string[] {
  const items = findInvoiceItems(tx, invoice.id).map(
    ({ units, name, unit_price }) => `${units} x ${name}: ${unit_price}`,
  )
  const total = `Total: ${formatAmount(totalInclVat(tx, invoice.id))} ${invoice.currency}`
  return [`Invoice ${invoice.number}`, invoice.account_name, ...items, total]
}

function renderPdf(lines: readonly string[]): string {
  const text = lines.map((line) => `(${escapePdfText(line)}) Tj T*`).join('\n')
  const stream = `BT /F1 12 Tf 16 TL 56 780 Td\n${text}\nET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  return btoa(assemblePdf(objects))
}

function assemblePdf(objects: readonly string[]): string {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((body, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = file.length
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${offsets.join('')}`
  return `${file}${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
}

/** Escapes PDF syntax, and replaces characters that the font does not have with `?`. */
const escapePdfText = (line: string): string =>
  line.replaceAll(/[\\()]/g, String.raw`\$&`).replaceAll(/[^\x20-\xff]/g, '?')
