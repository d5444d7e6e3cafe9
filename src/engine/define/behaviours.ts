/** Behaviours of bodies, lists and answers. */
import { assumed, behaviour, switchable } from './behaviour.ts'

export const afterMoment = assumed(
  'list.after',
  'a filter such as created_at_after keeps records after the moment, without those at it; a filter by a first day includes the day',
  {
    reason: 'the names of the filters say "after" for moments and "from" for days',
    alternatives: { alternative: 'the moment is included' },
  },
)

export const refusesTextValues = assumed(
  'body.types',
  'a number or boolean that a body contains as text is refused with 422',
  {
    reason: 'JSON has numbers and booleans of its own, and the document gives the types',
    alternatives: { alternative: 'a number or boolean that a body contains as text is converted' },
  },
)

export const refusesBlankText = assumed(
  'text.blank',
  'a required text that is empty or only white space is refused with 422',
  {
    reason: 'a blank text is what a form sends for a field that was not filled in',
    alternatives: { alternative: 'a required text can be empty or only white space' },
  },
)

export const usesTenantDays = assumed(
  'input.days',
  "a moment that is sent for a date is the day of the moment in the tenant's time zone; a day that is sent for a moment is the begin of the day there",
  { reason: "the dates of the service are days in the tenant's time zone" },
)

export const pagedEverywhere = switchable(
  'paging.everywhere',
  'every list operation is paginated',
  'every-list',
  { alternative: 'the seven lists without pagination in the contract are returned in full' },
)

export const pageSize = behaviour(
  'paging.size',
  'a page contains 25 items, or the number in per_page (1 to 100)',
  'page-size',
)

export const cursorForm = behaviour(
  'paging.cursor.form',
  'a cursor is a position as compact JSON in base64',
  'cursor-form',
)

export const pageLinks = assumed(
  'paging.links',
  'every page but the first has a prev link, and every page but the last a next link; links keep the filters',
  { reason: 'the document lists the relations, but not where they are omitted' },
)

export const sortedList = behaviour(
  'list.sort',
  'sort=field and sort=field:asc sort in ascending order, sort=field:desc in descending order',
  'sorting',
)

export const filteredList = behaviour(
  'list.filter',
  'query parameters with the names of fields filter a list',
  'filters',
)

export const cursorPaging = behaviour(
  'paging.cursor',
  'the Link header contains the cursor of the next page',
  'link-header',
)

export const numberPaging = behaviour(
  'paging.page',
  'with a page number, the Link header contains next and last',
  'page-parameter',
)

export const idOrder = assumed('list.order', 'a list without sort is ordered by id', {
  reason: 'the document does not say; cursors that contain only an id suggest it',
})

export const createStatus = switchable(
  'create.status',
  'a create is answered with 201',
  'created',
  { alternative: 'every create is answered with 200' },
)

export const doneBody = switchable(
  'delete.response',
  'a delete is answered with 200 and a body in the form of an error',
  'delete-bodies',
  { alternative: 'a delete is answered with 204 without a body' },
)

export const doneUpdateBody = switchable(
  'update.response',
  'updates that the document marks as error-body-shaped are answered with 200 and that body',
  'update-bodies',
  { alternative: 'these updates are answered with 204 without a body' },
)

export const doneMailBody = switchable(
  'email.response',
  'sending an email is answered with 201 and a body in the form of an error',
  'email-body',
  { alternative: 'sending an email is answered with 201 without a body' },
)

export const acceptsNumbers = assumed(
  'amount.body',
  'an amount in a body is a decimal string or a number',
  {
    reason: 'a record can be sent back as it was read, and the contract has numbers in some bodies',
  },
)

export const limitsAmounts = assumed(
  'amount.range',
  'an amount with more than 12 integer digits or 2 decimals is refused with 422',
  { reason: 'amounts are answered as strings with two decimals, without loss of a digit' },
)

export const partialUpdate = behaviour(
  'update.partial',
  'an update keeps the values of parameters that are not sent',
  'partial-updates',
)
