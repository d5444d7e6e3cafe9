import * as d from '../../engine/define/define.ts'
import { nameAt, textsIn } from '../demo/demo-texts.ts'

const EditionDescriptionSectionShape = { ...d.identity, name: d.string() }

export default d.resource(
  'edition_description_sections',
  EditionDescriptionSectionShape,
  { singular: 'EditionDescriptionSection' },
  ({ list }) => ({
    description: 'A heading for a text that each dated offer has.',

    operations: {
      get_edition_description_sections: list({
        scopes: ['settings:read'],
        flagInReference: 'Edition description sections',
        beta: true,
        paging: 'cursor',
      }),
    },
    recipe: {
      rowCounts: d.rowCounts(1, 6, 6),
      isShared: true,
      fields: { name: ({ number, locale }) => nameAt(textsIn(locale).descriptionSections, number) },
    },
  }),
)
