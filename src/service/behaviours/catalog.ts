/** Behaviours of courses, programs, products and materials. */
import { assumed } from '../../engine/define/behaviour.ts'

export const identifiesText = assumed(
  'course_tab.text',
  'a sent text of a course tab is identified by its id, without an id by its tab; an id that the course or program does not have, and a second text of a tab, are refused with 422',
  {
    reason: 'the contract requires the id of a text of a product, but does not say what it is for',
  },
)

export const refusesCycle = assumed(
  'category.cycle',
  'a category cannot be its own ancestor: such a parent is refused with 422',
  { reason: 'a tree of categories has no cycles' },
)

export const keepsUsedLocation = assumed(
  'course_location.used',
  'deleting a location with rooms or courses is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a location can be deleted while records refer to it' },
  },
)

export const slugFollowsName = assumed(
  'course.slug',
  "a course's slug follows its name, and former slugs are kept",
  {
    reason: 'the record has a slug history, and no request body sets the slug',
    alternatives: { alternative: 'the slug does not change after the creation of the course' },
  },
)

export const foundBySlug = assumed(
  'course.path.slug',
  "a path can contain a course's slug in place of its id; a read with a former slug is redirected to the current one with 301",
  {
    reason:
      'the contract says that old slugs of a course redirect; so the current slug finds the course',
    alternatives: { alternative: 'a slug in place of the id of a course is answered with 404' },
  },
)

export const startingPriceRule = assumed(
  'course.starting_price',
  'the starting price is the lowest cost of the bookable planned courses, or else the cost of the course',
  { reason: 'the name of the field suggests it; the document gives no rule' },
)

export const keepsUsedGroup = assumed(
  'material_group.used',
  'deleting a group with materials is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a group can be deleted while it has materials' },
  },
)

export const keepsUsedMaterial = assumed(
  'material.used',
  'deleting a planned material is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a material can be deleted while meetings or events use it' },
  },
)

export const keepsUsedProgram = assumed(
  'program.used',
  'deleting a program with editions is refused with 422',
  {
    reason: 'editions need a program, and the contract lists 422',
    alternatives: { alternative: 'a program can be deleted while records refer to it' },
  },
)

export const staysOpen = assumed(
  'catalog_variant.availability',
  'a catalog variant with free places is available until its course or edition ends, is canceled or is closed',
  {
    reason: 'orders for a course in progress are approved, and it stays in the published catalog',
    alternatives: {
      alternative: 'a fixed course or an edition that has started is not available',
    },
  },
)

export const programsAreHidden = assumed(
  'flag.records',
  'with the flag Programs off, programs are hidden in the catalog, in counts and in roles; orders of editions, and comments, grades, certificates and tasks of hidden records, are hidden too; their changes emit no events',
  {
    reason: 'the document says that the flag covers all program functionality',
    alternatives: {
      alternative: 'a disabled flag Programs refuses the operations on programs only',
    },
  },
)
