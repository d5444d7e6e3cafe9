/** Behaviours that several topics share. */
import { assumed, behaviour } from '../../engine/define/behaviour.ts'

export const refusesUnknownProperty = assumed(
  'custom.unknown',
  'a custom property without a custom field is refused with 422; orders have no custom fields',
  {
    reason: 'the custom fields define the custom properties',
    alternatives: { alternative: 'a custom property without a custom field is stored' },
  },
)

export const replacesLinks = behaviour(
  'custom_associations.replace',
  'custom associations in a request replace the full set of linked records',
  'associations',
)

export const requiresModelType = assumed(
  'label.model_type',
  'a label of another model type than the record is refused with 422',
  {
    reason: 'a label has one model type',
    alternatives: { alternative: 'a record can have labels of any model type' },
  },
)

export const refusesFractions = assumed(
  'number.whole',
  'a fraction for a field with whole numbers is refused with 422',
  { reason: 'the body permits any number, but the record shows whole numbers only' },
)

export const refusesNegatives = assumed(
  'number.negative',
  'a negative cost, rate, duration, value of a lead or number of people is refused with 422',
  {
    reason: 'a negative price or number of people has no meaning',
    alternatives: { alternative: 'a negative cost, value or number is stored unchanged' },
  },
)

export const limitsDuration = assumed(
  'duration.range',
  'a duration of a planned course above 36,500 days is refused with 422',
  { reason: 'the end date of an enrollment is a date with a year of four digits' },
)

export const refusesReversedLimits = assumed(
  'participants.range',
  'a minimum number of participants above the maximum is refused with 422',
  {
    reason: 'a course with such limits could never take place',
    alternatives: { alternative: 'the minimum and the maximum are stored unchanged' },
  },
)

export const refusesOtherCharacters = assumed(
  'slug.characters',
  'a slug with other characters than a-z, 0-9 and - is refused with 422',
  {
    reason: 'the slug is a part of URLs',
    alternatives: { alternative: 'a slug with other characters is converted to a-z, 0-9 and -' },
  },
)

export const needsScopeOfType = assumed(
  'comment.write.scope',
  'creating, updating and deleting a comment needs a scope that permits reading it',
  {
    reason: 'the document lists the scopes by type for reading only; the contract lists none',
    alternatives: { alternative: 'any token may create, update and delete a comment' },
  },
)

export const anyAuthor = assumed(
  'comment.write.author',
  'a token with the scope may update and delete comments of every author',
  {
    reason: 'the document and the contract name no author',
    alternatives: { alternative: 'only the author may update and delete a comment; otherwise 403' },
  },
)

export const followsLead = assumed(
  'comment.lead.mine',
  "a comment on a lead is visible to a token if the lead is; with my_leads scopes, comments on other people's leads are answered with 404",
  {
    reason: 'a comment is a part of its lead',
    alternatives: {
      alternative: 'a token with my_leads scopes can use the comments on every lead',
    },
  },
)

export const refusesDuplicateValue = assumed(
  'custom_field_option.value',
  'adding a value that already exists is refused with 409',
  {
    reason: 'the contract lists 409 for adding an option',
    alternatives: { alternative: 'the same value can be added again' },
  },
)

export const addressedBySlug = assumed(
  'custom_object.slug',
  'a path contains the slug of a custom object; its id is answered with 404',
  {
    reason: 'the document names the path parameter object_slug, and the id of a record record_id',
    alternatives: {
      alternative: 'a path can contain the id of a custom object in place of its slug',
    },
  },
)

export const deletesLinkedRecord = assumed(
  'custom_record.used',
  'a linked custom record can be deleted',
  {
    reason: 'the contract lists no 422 for this operation; the links to the record are removed',
  },
)

export const allowsOthers = assumed(
  'educator.multiple',
  'an administrator can add educators; the API shows the first one, which cannot be deleted',
  {
    reason:
      'events exist for creating and deleting an educator, but the API shows one educator only',
  },
)

export const namesTimeZone = assumed(
  'educator.time_zone',
  'the time zone of the educator is an IANA name or the city of one, stored as given; another value is refused',
  {
    reason: 'the document only says that it is a text; transitions by date need a known time zone',
  },
)

export const refusesUnknownTag = assumed(
  'email.tags.unknown',
  'an unknown tag is refused with 422',
  {
    reason: 'an email with unresolved tags is a mistake of the sender',
    alternatives: {
      kept: 'an unknown tag is sent unchanged',
      empty: 'an unknown tag is replaced by an empty text',
    },
  },
)

export const defaultsSender = assumed(
  'email.from',
  'an email without a sender is sent from the address of the educator',
  {
    reason: 'the document says that the default is the reply-to address of the tenant',
    alternatives: { alternative: 'an email without a sender is refused with 422' },
  },
)

export const rendersTags = behaviour(
  'email.tags',
  'tags such as {{user.full_name}} are replaced by their values',
  'email-tags',
)

export const keepsHtml = behaviour(
  'email.html',
  'the body of an email can contain HTML, which is sent unchanged',
  'email-html',
)

export const keepsUsedLabel = assumed(
  'label.used',
  'deleting a label that records have is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a label can be deleted while records have it' },
  },
)

export const refusesOtherColors = assumed(
  'label.color',
  'a color of a label that is not of the form #rrggbb is refused with 422',
  {
    reason: 'the contract gives the color a pattern, and its default is #777777',
    alternatives: { alternative: 'any text is stored as the color' },
  },
)

export const signsWithFormerSecret = assumed(
  'webhook.rotate',
  'after a rotation, deliveries are signed with the new secret and, for a day, also with the former secret',
  {
    reason:
      'Standard Webhooks permits several signatures, so that receivers can rotate without downtime',
  },
)

export const activeByDefault = assumed('webhook.active.default', 'a new webhook is active', {
  reason: 'the contract gives no default; a new webhook is registered to receive events',
})

export const noEventsByDefault = assumed(
  'webhook.events.default',
  'a webhook without events receives no events',
  {
    reason: 'the contract gives no default',
    alternatives: { alternative: 'a webhook without events receives every event' },
  },
)

export const acceptsHttpOnly = assumed(
  'webhook.url',
  'the URL of a webhook has the scheme http or https and no credentials; otherwise 422',
  { reason: 'a notification is an HTTP POST, and responses would show the credentials' },
)
