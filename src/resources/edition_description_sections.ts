import { amounts, identity, resource, string } from '../define/define.ts'

/** A heading under which every dated offer has a text of its own. */
export const EditionDescriptionSection = { ...identity, name: string() }

const names = ['Schedule', 'Venue', 'Preparation', 'What to bring', 'Travel', 'Lunch']

export default resource(
  'edition_description_sections',
  EditionDescriptionSection,
  { one: 'EditionDescriptionSection' },
  ({ list }) => ({
    operations: {
      get_edition_description_sections: list({
        scopes: ['settings:read'],
        flagInReference: 'Edition description sections',
        beta: true,
        paging: 'cursor',
      }),
    },
    recipe: {
      amounts: amounts(1, 6, 6),
      fields: { name: ({ number }) => names[number - 1] ?? `Section ${number}` },
    },
  }),
)
