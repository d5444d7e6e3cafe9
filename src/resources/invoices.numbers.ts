/** Numbers of invoices: consecutive, and unique among opened invoices. */
import type { Tx } from '../define/define.ts'
import { highestNumber } from './shared/sequence-numbers.ts'

export const nextInvoiceNumber = (tx: Tx): number => highestNumber(tx, 'invoices', 'number_int') + 1

export const formatInvoiceNumber = (number: number): string =>
  `INV-${String(number).padStart(5, '0')}`
