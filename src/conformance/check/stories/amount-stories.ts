/** Stories about amounts of money. */
import { contextOf } from '../../../engine/emulator/emulator.ts'
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import type { ResourceName } from '../../../engine/emulator/record-types.ts'
import { type Scenario, scenario } from '../../../engine/emulator/scenario.ts'
import type { Id } from '../../../engine/store/keys.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { isUpdated } from '../../run/changed-fields.ts'
import { Counterparts } from '../subject.ts'
import { enrollEach } from './story-acts.ts'

/** Stories that differ in one amount. */
export interface AmountStories {
  /** What the amount is: `the cost of an edition`. */
  readonly name: string
  /** An amount, one that differs from it in its cents only, and a higher one. */
  readonly plain: Scenario
  readonly otherCents: Scenario
  readonly higher: Scenario
}

/**
 * The second amount times 100 is below its cents as a binary fraction, and so is its sum with 9 % or 21 % of tax: a program
 * that cuts it off has the cents of the first one.
 */
export const amounts = { plain: '258.33', otherCents: '258.34', higher: '289.33' } as const

const storiesOf = (name: string, storyOf: (amount: string) => Scenario): AmountStories => ({
  name,
  plain: storyOf(amounts.plain),
  otherCents: storyOf(amounts.otherCents),
  higher: storyOf(amounts.higher),
})

/** A user is enrolled in an edition, and the integration synchronizes after the amount is set. */
const enrollmentWith = (
  name: string,
  amount: string,
  cost: Readonly<Record<string, unknown>>,
  setAmount: (emulator: Emulator, counterpart: Id) => void = () => {},
): Scenario =>
  scenario(
    `amount-${amount.replace('.', '-')}`,
    {
      summary: `A user is enrolled, and ${name} is ${amount}.`,
      given: (emulator) => ({
        mia: givenPerson(emulator, 'Mia'),
        own: givenEdition(emulator, 'First aid', cost),
      }),
    },
    async ({ emulator, step, resync, given: { mia, own } }) => {
      await step('Mia is enrolled', () => {
        enrollEach(emulator, [mia], own)
        for (const id of Counterparts.in(emulator)?.ids ?? []) setAmount(emulator, id)
      })
      await step('The integration knows the amount', () => resync())
    },
  ) as Scenario

const costOfEdition = 'the cost of an edition'

/** The cost of the edition of an enrollment. */
export const costStories = storiesOf(costOfEdition, (amount) =>
  enrollmentWith(costOfEdition, amount, { cost_scheme: 'student', cost: amount }),
)

/** The amounts of the records of a resource, and of new records that belong to them, such as the items of an invoice. */
export function amountStoriesOf(resource: ResourceName, emulator: Emulator): AmountStories[] {
  const { resources } = contextOf(emulator).settings.catalog
  return [...resources.values()].flatMap((each) => {
    const fields = Object.entries(each.shape)
    const [owner] = fields.find(([, { spec }]) => spec.target === resource) ?? []
    const table = each.name as ResourceName
    const set = (emulator: Emulator, id: Id, values: Readonly<Record<string, unknown>>): void => {
      if (table === resource) emulator.act.update(table, id as never, values as never)
      else emulator.act.create(table, { [owner as string]: id, ...values } as never)
    }
    if (table !== resource && owner === undefined) return []
    return fields
      .filter(([field, { spec }]) => spec.format === 'decimal' && isUpdated(each, field))
      .map(([field]) => {
        const name = `${field} of ${table}`
        return storiesOf(name, (amount) =>
          enrollmentWith(name, amount, {}, (emulator, id) =>
            set(emulator, id, { [field]: amount }),
          ),
        )
      })
  })
}
