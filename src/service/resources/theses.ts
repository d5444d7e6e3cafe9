import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import { assetsUrl } from '../fields/tenant-urls.ts'
import { demoFullName } from '../demo/person-names.ts'
import { renumbered } from '../demo/repeated-fields.ts'
import { fullName, type PersonName } from '../fields/person-names.ts'

const ThesisShape = {
  ...d.identity,
  title: d.string().nullable(),
  subtitle: d.string().nullable(),
  keywords: d.listOf(d.string()),
  abstract: d.string().nullable(),
  authors: d.listOf(d.string()),
  date: d.date().nullable(),
  supervisors: d.listOf(d.string()),
  confidentiality: d.choice(['no', 'yes', 'on_request']).nullable(),
  locale: d.choice(['english', 'dutch']).nullable(),
  file_url: d.uri().nullable(),
}

export default d.resource('theses', ThesisShape, { singular: 'Thesis' }, ({ list }) => ({
  description: 'A thesis of a student.',

  operations: {
    get_theses: list({ scopes: ['enrollments:read'], flag: 'Programs', beta: true }),
  },
  recipe: {
    rowCounts: d.rowCounts(1, 28, 500),
    repeated: {
      authors: (context) => repeatedPersons(context, 'authors', 7),
      supervisors: (context) => repeatedPersons(context, 'supervisors', 13),
    },
    numbered: { file_url: renumbered('file_url') },
    fields: {
      title: ({ random, locale }) => {
        const { topics, title } = textsIn(locale).theses
        const place = random.integer(0, topics.length - 1)
        const next = (place + random.integer(1, topics.length - 1)) % topics.length
        const [first, second] = [topics[place] as string, topics[next] as string]
        return fill(title, { first, second, lower: second.toLowerCase() })
      },
      subtitle: ({ random, locale }) => random.pick([null, ...textsIn(locale).theses.angles]),
      keywords: ({ row, locale }) => {
        const { conjunction, keyword } = textsIn(locale).theses
        return [...String(row['title']).toLowerCase().split(conjunction), keyword]
      },
      abstract: ({ row, locale }) => {
        const name = String(row['title'])
        return fill(textsIn(locale).theses.abstract, { name, lower: name.toLowerCase() })
      },
      authors: (context) => [demoFullName(context)],
      supervisors: (context) => [demoFullName(context)],
      date: ({ random, day }) => day(-random.integer(10, 600)),
      confidentiality: ({ random }) => random.pick(['no', 'no', 'no', 'yes', 'on_request']),
      locale: ({ random }) => random.pick(['english', 'dutch']),
      file_url: ({ number }) => `${assetsUrl}/theses/${number}.pdf`,
    },
  },
}))

/** Returns the persons of a thesis: other users in each block. */
const repeatedPersons = (
  { block, original, another }: d.RepeatContext,
  field: string,
  stride: number,
) => (block === 0 ? original[field] : [fullName(another('users', stride) as PersonName)])
