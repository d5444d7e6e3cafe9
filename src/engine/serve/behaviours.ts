/** Behaviours of requests, in the order of the checks. */
import { assumed, behaviour, switchable } from '../define/behaviour.ts'

export const booleanFormats = behaviour(
  'input.boolean',
  'a request can send a boolean as true, false, 1 or 0',
  'booleans',
)

export const timestampFormats = behaviour(
  'input.timestamp',
  'a request sends timestamps as yyyy-MM-ddTHH:mm:ss.SSSZ',
  'timestamps',
)

export const malformed = assumed(
  'body.malformed',
  'a body that is not a JSON object, or has more than 100 levels, is answered with 400',
  {
    reason: 'the document does not say; the request cannot be parsed',
    alternatives: { alternative: 'such a body is answered with 422' },
  },
)

export const otherBody = assumed(
  'body.type',
  'a body with another content type than JSON, such as text/plain, is answered with 400',
  {
    reason: 'the document says that all bodies are JSON',
    alternatives: { alternative: 'a body is read as JSON, with each content type' },
  },
)

export const formBody = assumed(
  'body.form',
  'the body of a form, application/x-www-form-urlencoded, is answered with 400',
  {
    reason: 'the document says that all bodies are JSON',
    alternatives: {
      alternative:
        'the body of a form is read as an object: name[part] is a field of an object, name[] an item of a list',
    },
  },
)

export const brokenRule = assumed(
  'body.rules',
  'a request that breaks a rule is answered with 422 and errors',
  {
    reason: 'the document shows the form of the errors; the contract lists 400 and 422',
    alternatives: {
      alternative:
        'a request that breaks a rule is answered with 400, also for unique values and states',
    },
  },
)

export const unknownField = assumed('body.unknown', 'an unknown body field is ignored', {
  reason: 'the document does not say; most services ignore unknown fields',
  alternatives: { alternative: 'an unknown body field is answered with 422' },
})

export const flaggedField = assumed(
  'flag.field',
  'a body field with a disabled flag is answered with 422',
  {
    reason: 'the document does not say; ignoring the field would hide the mistake',
    alternatives: { alternative: 'a body field with a disabled flag is ignored' },
  },
)

export const bearer = behaviour(
  'auth.bearer',
  'a token is sent as "Authorization: Bearer <token>"',
  'bearer',
)

export const refusalStatus = behaviour(
  'auth.refusal',
  'a request without permission is refused with 403 or 404',
  'refusal',
)

export const unknownToken = assumed(
  'auth.refused',
  'a missing, malformed or unknown token is answered with 403',
  {
    reason: 'the document allows 403 or 404; the contract also lists 401',
    alternatives: {
      '401': 'a missing, malformed or unknown token is answered with 401',
      '404': 'a missing, malformed or unknown token is answered with 404',
    },
  },
)

export const scopesApply = behaviour(
  'auth.scopes',
  'an API key permits only the operations that its scopes allow',
  'key-scopes',
)

export const endsWithOwner = behaviour(
  'auth.owner.removed',
  'an API key is refused after its owner is removed',
  'key-owner-removed',
)

export const missingScope = assumed(
  'auth.scope',
  'a token without a required scope is answered with 403',
  {
    reason: 'the document says "refused" and allows 403 or 404',
    alternatives: { alternative: 'a token without a required scope is answered with 404' },
  },
)

export const perToken = behaviour(
  'rate.token',
  'a token or application can send 500 requests in 5 minutes',
  'rate-token',
)

export const perAddress = behaviour(
  'rate.address',
  'an address can send 500 requests without a token in 5 minutes',
  'rate-address',
)

export const retryAfterSeconds = behaviour(
  'rate.retry_after',
  'a request over the limit is answered with 429 and the seconds to wait in Retry-After',
  'rate-limited',
)

export const oneClient = assumed(
  'rate.client',
  'requests without a client address count as one client',
  {
    reason: 'requests inside one process have no network address',
  },
)

export const fixedWindow = assumed(
  'rate.window',
  'a window starts with its first request and has a fixed length; Retry-After counts to its end',
  {
    reason: 'the document only says "5-minute window"',
    alternatives: {
      sliding:
        'the requests of the last 5 minutes count; Retry-After counts to the next free place',
      aligned: 'a window starts at :00, :05 and so on of the clock; Retry-After counts to its end',
    },
  },
)

export const unknownPath = assumed(
  'path.unknown',
  'a path without an operation is answered with 404',
  {
    reason: 'the document does not say; web servers answer 404',
  },
)

export const updateByPatch = switchable(
  'update.patch',
  'PATCH is handled like PUT of the same path',
  'patch',
  { alternative: 'PATCH is answered with 404' },
)

export const headAsGet = assumed('path.head', 'HEAD is answered like GET, without a body', {
  reason: 'the document does not say; HTTP requires it of every server',
})

export const flagOff = assumed(
  'flag.operation',
  'an operation with a disabled flag is answered with 404',
  {
    reason: 'the document says that the operation does not work, but not how it is refused',
    alternatives: { alternative: 'an operation with a disabled flag is answered with 403' },
  },
)

export const flagNeeded = behaviour(
  'flag.needed',
  'an operation with a flag works only while the flag is enabled',
  'flags',
)

export const documentedFlags = assumed(
  'flag.reference',
  'an operation requires the flag that the document names for it, and no flag if it names none',
  {
    reason:
      'the document lists nine flags and the operations that they cover; the contract differs',
    alternatives: {
      alternative: 'exactly the operations that the contract marks with a flag require that flag',
    },
  },
)

export const checkOrder = assumed(
  'checks.order',
  'the checks run in order: token, rate, path, flag, syntax, scope, body rules; the first failure is answered',
  {
    reason: 'the document does not say; the cheapest checks run first',
    alternatives: { alternative: 'the scope is checked before the syntax' },
  },
)

export const errorBody = behaviour(
  'error.body',
  'an error body contains errors, code and message',
  'error-body',
)

export const slugForId = behaviour(
  'path.slug',
  'a path can contain the slug of a record in place of its id, where the records have slugs',
  'slugs',
)

export const unknownId = assumed('path.id', 'an unknown or malformed id is answered with 404', {
  reason: 'the contract lists 404; the document shows no codes',
  alternatives: { cast: 'an id that is not a whole number is read as its leading digits' },
})

export const listedOnly = behaviour(
  'query.listed',
  'a filter or sort value that is not listed for the operation is not allowed',
  'filters',
)

export const unknownParameter = assumed(
  'query.unknown',
  'an unknown query parameter is answered with 400',
  {
    reason: 'the document lists a disallowed filter under 4xx errors, without a code',
    alternatives: { alternative: 'an unknown query parameter is ignored' },
  },
)

export const invalidValue = assumed(
  'query.values',
  'a filter, sort value or page number that is not allowed is answered with 400',
  {
    reason: 'the document lists a disallowed filter under 4xx errors, without a code',
    alternatives: {
      alternative: 'a filter, sort value or page number that is not allowed is ignored',
    },
  },
)

export const includeParameter = assumed(
  'query.include',
  'the parameter include is answered with 400, as any unknown parameter',
  {
    reason: 'the document lists a disallowed include under 4xx errors, and no operation with one',
    alternatives: { ignored: 'the parameter include is ignored; other unknown parameters are not' },
  },
)

export const refusedSort = assumed(
  'query.sort',
  'a sort field that is not allowed is answered with 400, as any value that is not allowed',
  {
    reason: 'the document lists a disallowed filter under 4xx errors, without a code',
    alternatives: {
      '403':
        'a sort field that is not allowed is answered with 403 and a message with "Sorting on"',
      ignored: 'a sort field that is not allowed is ignored',
    },
  },
)

export const sizeOutOfRange = assumed(
  'query.per_page',
  'a per_page outside 1 to 100 is answered with 400',
  {
    reason: 'the document states the range, but not the response to other values',
    alternatives: {
      alternative: 'a per_page outside 1 to 100 is changed to the nearest value of the range',
    },
  },
)

export const invalidCursor = assumed(
  'query.cursor',
  'an invalid cursor, or a cursor with a page number, is answered with 400',
  {
    reason: 'the document says that clients do not build cursors, but not what happens if they do',
    alternatives: {
      alternative: 'an invalid cursor, or a cursor with a page number, returns the first page',
    },
  },
)

export const repeatedNames = behaviour(
  'query.repeated',
  'an array in a query repeats the name of its parameter',
  'repeated-names',
)

export const arrayForms = assumed(
  'query.arrays',
  'an array in a query is sent as name=a&name=b, name[]=a&name[]=b or name[0]=a&name[1]=b',
  {
    reason:
      'the document names no form, and the contract repeats the name; clients also write brackets',
    alternatives: {
      refused: 'brackets after the name of an array are answered with 400',
      commas: 'commas separate the values of an array too',
    },
  },
)

export const nullFormat = behaviour(
  'answer.null',
  'a response contains null for a missing value',
  'missing-value',
)

export const booleanFormat = behaviour(
  'answer.boolean',
  'a response contains booleans as true or false',
  'booleans',
)

export const timestampFormat = behaviour(
  'answer.timestamp',
  'a response contains timestamps as yyyy-MM-ddTHH:mm:ss.SSSZ and calendar days as yyyy-MM-dd',
  'timestamps',
)

export const amountFormat = behaviour(
  'answer.amount',
  'a response contains amounts as strings and currencies as codes',
  'money',
)
