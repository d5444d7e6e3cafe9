/** Numbers of invoices: consecutive, and unique among opened invoices. */
import * as d from '../../engine/define/define.ts'
import { highestNumber } from '../fields/sequence-numbers.ts'

export const nextInvoiceNumber = (tx: d.Tx): number =>
  highestNumber(tx, 'invoices', 'number_int') + 1

export const formatInvoiceNumber = (number: number): string =>
  `INV-${String(number).padStart(5, '0')}`
