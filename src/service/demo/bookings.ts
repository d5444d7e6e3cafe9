/**
 * The places of active demo orders: which numbers their items have, which students they are for, and when these
 * students are in meetings. An order is active only if each of its students gets a place.
 */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'

/** Orders with these numbers are for editions, the others for planned courses. */
const editionStride = 12

export const isEditionOrder = (number: number): boolean => number % editionStride === 0

/** Later editions have no students. */
export const demoEditionsMax = 36

/** The number of the order that the program enrollment with this number belongs to. */
export const editionOrderNumber = (number: number): number => number * editionStride

export const countEditionOrders = (tx: d.Tx): number =>
  Math.floor(tx.count('orders') / editionStride)

/** Returns the number of students of an order: about every fifth order has 2 to 8 students. */
const orderSize = (number: number): number =>
  number % 5 === 3 && !isEditionOrder(number) ? 2 + (Math.floor(number / 5) % 7) : 1

/** The order and the place in it of each item, from the first item on. */
const items: (readonly [order: number, place: number])[] = []

let itemizedOrders = 0

function itemizeOrder(): void {
  itemizedOrders += 1
  for (let place = 0; place < orderSize(itemizedOrders); place += 1)
    items.push([itemizedOrders, place])
}

/** Returns the number of the order of an item, and the place of the item in it. */
export function orderOfItem(item: number): readonly [order: number, place: number] {
  while (items.length < item) itemizeOrder()
  return items[item - 1] as readonly [number, number]
}

/** Returns the number of items of all orders. */
export function countItemNumbers(tx: d.Tx): number {
  const orders = tx.count('orders')
  while (itemizedOrders <= orders) itemizeOrder()
  return items.findIndex(([order]) => order > orders)
}

type Slot = Pick<Rows['meetings'], 'start_date_time' | 'end_date_time'>

interface Bookings {
  /** The students of each order. */
  readonly students: Map<number, readonly number[]>
  /** The students with a place on each ordered variant. */
  readonly places: Map<number, Set<number>>
  /** The meetings of each person. */
  readonly slots: Map<number, Slot[]>
}

const bookingsByTransaction = new WeakMap<d.Tx, Bookings>()

function bookingsOf(tx: d.Tx): Bookings {
  let bookings = bookingsByTransaction.get(tx)
  if (!bookings) {
    bookings = { students: new Map(), places: new Map(), slots: new Map() }
    bookingsByTransaction.set(tx, bookings)
  }
  return bookings
}

/** Whether the user is in no meeting between two times. */
export const isFreeAt = (tx: d.Tx, user_id: number, slots: readonly Slot[]): boolean =>
  (bookingsOf(tx).slots.get(user_id) ?? []).every((own) =>
    slots.every(
      (slot) =>
        slot.end_date_time <= own.start_date_time || own.end_date_time <= slot.start_date_time,
    ),
  )

/** Whether the user is in none of these meetings, nor in another at the same time. If so, they attend them. */
export function attendIfFree(tx: d.Tx, user_id: number, planned_course_id: number): boolean {
  const meetings = tx.where('meetings', { planned_course_id })
  if (!isFreeAt(tx, user_id, meetings)) return false
  const { slots } = bookingsOf(tx)
  slots.set(user_id, [...(slots.get(user_id) ?? []), ...meetings])
  return true
}

/** Returns the students of an order: the owner of its account, or users who were created before the order. */
export function demoOrderStudents(context: d.RecipeContext): readonly number[] {
  const { row, tx, number, pick, now } = context
  const { students } = bookingsOf(tx)
  const known = students.get(number)
  if (known) return known
  const owner = tx.find('accounts', row['account_id'])?.personal_user_id
  const found: number[] = typeof owner === 'number' ? [owner] : []
  const moment: string = row['created_at'] ?? now
  while (typeof owner !== 'number' && found.length < orderSize(number)) {
    const id = pick('users', (user) => user['created_at'] < moment && !found.includes(user['id']))
    if (id === null) break
    found.push(id as number)
  }
  students.set(number, found)
  return found
}

/** Returns the number of students of a generated order. */
export const countOrderStudents = (tx: d.Tx, number: number): number =>
  bookingsOf(tx).students.get(number)?.length ?? 1

/** Whether an order of this number is for a group, which a company pays for. */
export const isGroupOrder = (number: number): boolean => orderSize(number) > 1

/** Returns the student of an item of a generated order; undefined if the order has fewer students. */
export function demoItemStudent(tx: d.Tx, item: number): number | undefined {
  const [order, place] = orderOfItem(item)
  return bookingsOf(tx).students.get(order)?.[place]
}

/** Books a place for each student of the order, if all of them can have one. */
export function bookPlaces(
  context: d.RecipeContext,
  { id, max_participants }: Rows['planned_courses'] | Rows['program_editions'],
): boolean {
  const { tx, row, number } = context
  const variant: number = row['catalog_variant_id']
  const { places, slots } = bookingsOf(tx)
  const taken = places.get(variant) ?? new Set()
  const students = demoOrderStudents(context)
  if (students.length === 0 || students.some((student) => taken.has(student))) return false
  if (max_participants !== null && taken.size + students.length > max_participants) return false
  if (!isEditionOrder(number)) {
    const meetings = tx.where('meetings', { planned_course_id: id })
    const canAttend = (student: number): boolean =>
      !teaches(tx, student, id) && isFreeAt(tx, student, meetings)
    if (!students.every(canAttend)) return false
    for (const student of students) slots.set(student, [...(slots.get(student) ?? []), ...meetings])
  }
  places.set(variant, new Set([...taken, ...students]))
  return true
}

export const teaches = (tx: d.Tx, user_id: number, planned_course_id: number): boolean =>
  tx
    .where('teacher_enrollments', { planned_course_id })
    .some(({ teacher_id }) => tx.get('teachers', teacher_id).user_id === user_id)
