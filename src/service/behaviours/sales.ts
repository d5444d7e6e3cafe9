/** Behaviours of orders, invoices and payments. */
import { assumed, assumedNumber, behaviour } from '../../engine/define/behaviour.ts'

export const limitsTotals = assumed(
  'amount.total',
  'an amount whose total would have more than 12 integer digits is refused with 422',
  { reason: 'a total is answered as a string with two decimals, without loss of a digit' },
)

export const requiresCost = behaviour(
  'cost.needed',
  'a course, planned course, program or edition needs a cost when its cost scheme is student (the default) or order',
  'costs-of-offers',
)

export const openingRule = assumedNumber(
  'invoice.open',
  (days) =>
    `opening assigns the number, the current day and a payment term of ${days} days; an invoice with full payment becomes paid`,
  {
    reason: 'the contract says that number, day and expiry are set at opening, but not how',
    range: { default: 14, min: 0, max: 36_500 },
  },
)

export const numbersWithoutGap = assumed(
  'invoice.number',
  'opening assigns the number after the highest number of the existing invoices, so that the number of a removed last invoice is assigned again',
  {
    reason:
      'the contract says that the number is unique and increments; administrations number invoices without a gap',
  },
)

export const defaultsToFirstVat = assumed(
  'invoice.vat',
  'an item without a VAT rate gets the first rate; if there is none, the rate of the educator is created',
  { reason: 'the record shows a rate for every item, and the educator has a default rate' },
)

export const refusesFullCourse = assumed(
  'order.full',
  'approving an order for more students than free places is refused with 422',
  {
    reason: 'the maximum would have no effect otherwise',
    alternatives: { alternative: 'an order is approved even if the course is full' },
  },
)

export const refusesEndedCourse = assumed(
  'order.ended_course',
  'approving an order for a canceled or past course is refused with 422',
  {
    reason: 'students can no longer take part in the course',
    alternatives: { alternative: 'an order is approved regardless of the state of the course' },
  },
)

export const refusesDeletedStudent = assumed(
  'order.deleted_student',
  'approving an order for a deleted student is refused with 422',
  {
    reason: 'placing an order for an unknown student is refused too',
    alternatives: { alternative: 'the order is approved for its remaining students' },
  },
)

export const skipsEnrolledStudents = assumed(
  'order.duplicate_student',
  'approving an order enrolls a student only once in the same course',
  {
    reason: 'a person needs one place only',
  },
)

export const requiresStudents = behaviour(
  'order.students',
  'an order without students is refused with 422',
  'order-students',
)

export const refusesCanceledCourse = assumed(
  'order.canceled_course',
  'a new order for a canceled course is refused with 422',
  { reason: 'approving the order is refused too' },
)

export const refusesOtherCourse = assumed(
  'order.planned_course',
  'a new order with a planned course that its catalog variant does not sell is refused with 422',
  {
    reason:
      'the two fields name different offers, and the variant alone decides who is enrolled where',
    alternatives: { alternative: 'the planned course of the catalog variant is stored' },
  },
)

export const totalsOfScheme = assumed(
  'order.total',
  'an order with the cost scheme free or tbd has no total',
  { reason: 'the contract calls a course payable only with the cost scheme student or order' },
)

export const approvableStatuses = assumed(
  'order.approve.from',
  'only a requested order can be approved; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'approving an order that is not requested answers 200 and changes nothing',
    },
  },
)

export const cancelableStatuses = assumed(
  'order.cancel.from',
  'only a requested or active order can be canceled; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'canceling a canceled or denied order answers 200 and changes nothing',
    },
  },
)

export const deniableStatuses = assumed(
  'order.deny.from',
  'only a requested order can be denied; otherwise 422',
  {
    reason: 'the states are documented; the transitions between them are not',
    alternatives: {
      alternative: 'denying an order that is not requested answers 204 and changes nothing',
    },
  },
)

export const omitsPlannedCourse = assumed(
  'order.edition',
  'an order for a program edition is answered without planned_course_id',
  {
    reason: 'the contract has the field as an optional integer, and an edition is not a course',
    alternatives: {
      alternative: 'an order for a program edition is answered with planned_course_id null',
    },
  },
)

export const paidOnCreation = assumed(
  'payment.settles',
  'a payment that is created over the API has the status paid',
  {
    reason: 'integrations create payments to record money that was received elsewhere',
    alternatives: {
      new: 'the payment is new, and does not settle its invoice',
      open: 'the payment is open, and does not settle its invoice',
      failed: 'the payment has failed, and does not settle its invoice',
    },
  },
)

export const acceptsRefunds = assumed(
  'payment.negative',
  'a negative amount of a payment is stored: a refund, which raises the open amount of the invoice',
  {
    reason: 'the document gives no limit, and an administration records refunds',
    alternatives: { alternative: 'a negative amount of a payment is refused with 422' },
  },
)

export const paysInCurrency = assumed(
  'payment.currency',
  'a payment in another currency than its invoice is refused with 422',
  { reason: 'the open amount of an invoice is an amount in its currency' },
)

export const creditsNegativeTotal = assumed(
  'invoice.credit',
  'the open amount of an invoice with a negative total is negative until refunds cover the total',
  {
    reason: 'the document gives no limit; the open amount is the part of the total without payment',
  },
)

export const keepsOrder = assumed(
  'order.kept',
  'an order stays as it is if its course or all its enrollments are canceled',
  {
    reason: 'the document describes no effect of a canceled course or enrollment on the order',
    alternatives: { alternative: 'the order is canceled too' },
  },
)
