/** The descriptions of fields and parameters. */
import type { FieldDescriptions } from '../../engine/describe/field-descriptions.ts'
import { catalogDescriptions } from './catalog-descriptions.ts'
import { parameterDescriptions } from './parameter-descriptions.ts'
import { peopleDescriptions } from './people-descriptions.ts'
import { planningDescriptions } from './planning-descriptions.ts'
import { salesDescriptions } from './sales-descriptions.ts'
import { sharedDescriptions } from './shared-descriptions.ts'

export const descriptions: FieldDescriptions = {
  fields: {
    ...sharedDescriptions,
    ...peopleDescriptions,
    ...catalogDescriptions,
    ...planningDescriptions,
    ...salesDescriptions,
  },
  parameters: parameterDescriptions,
}
