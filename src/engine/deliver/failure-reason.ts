/** Why a receiver failed, as the body of its answer says. */
import { truncate } from '../journal/sentence-parts.ts'
import type { DeliveryResponse } from './delivery-response.ts'

/** The first line of the body of an answer of 500 or more, which is without secrets; undefined for others and without a body. */
export function failureReason({
  status,
  text,
}: Pick<DeliveryResponse, 'status' | 'text'>): string | undefined {
  if (status === null || status < 500) return undefined
  const lines = (/^\s*<(?:!doctype|html)/i.test(text) ? textOfPage(text) : text).split('\n')
  const first = lines.map((line) => line.trim()).find((line) => line !== '')
  // Note: an error of the test kit ends with what to do.
  return (
    first &&
    (/EmulatorError: Could not /.test(first) ? first.slice(0, errorCharactersMax) : truncate(first))
  )
}

/** The maximum number of characters of an error of the test kit. */
const errorCharactersMax = 500

/** The text of an error page: frameworks for `node:http` answer one, with the error in it. */
const textOfPage = (page: string): string =>
  page
    .replace(/^.*<body\b[^>]*>/is, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&(?:#39|quot|lt|gt|amp);/g, (entity) => characters[entity] as string)

const characters: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&quot;': '"',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}
