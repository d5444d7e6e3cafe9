/** A catalog and its courses. A person enrolls through an order. The page has no dependency on the emulator. */
import { dateRange, element, paragraphs, price } from './elements.js'
import {
  call,
  type Category,
  type Enrollment,
  type Planned,
  type Product,
  type Service,
  type User,
  type Variant,
} from './service.js'

/** The records that the page shows. */
interface Data {
  readonly categories: readonly Category[]
  readonly products: readonly Product[]
  /** The dates of courses, those that have not begun first. */
  readonly variants: readonly Variant[]
  /** The ids of planned courses that are under way. */
  readonly ongoing: ReadonlySet<number>
  /** The enrollments of the signed-in person. */
  readonly mine: readonly Enrollment[]
}

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement
const say = (text: string): void => void (byId('message').textContent = text)

/** Shows the view of the address, and each later one, for the user `me`. */
export async function showPage(service: Service, me: number): Promise<void> {
  const show = (): Promise<void> =>
    showView(service, me).catch((error: Error) => say(error.message))
  addEventListener('hashchange', () => {
    say('')
    scrollTo(0, 0)
    void show()
  })
  await show()
}

async function showView(service: Service, me: number): Promise<void> {
  const [user, data] = await Promise.all([call<User>(service, `/users/${me}`), load(service, me)])
  byId('person').replaceChildren(
    element('img', { src: user.avatar_url, alt: '', width: '32', height: '32' }),
    `${user.first_name} ${user.last_name}`,
  )
  const [, kind, id] = location.hash.split('/')
  const product =
    kind === 'courses' && data.products.find((each) => each.productable_id === Number(id))
  const view = product
    ? await courseView(service, me, data, product)
    : catalogView(data, kind === 'categories' ? Number(id) : undefined)
  byId('main').replaceChildren(...view)
}

async function load(service: Service, me: number): Promise<Data> {
  const published = 'published=published&per_page=100'
  const open = 'published_public=published_public&variantable_type=planned_course&per_page=100'
  const [categories, products, variants, planned, mine] = await Promise.all([
    call<Category[]>(service, `/categories?${published}`),
    call<Product[]>(service, `/catalog/products?productable_type=Course&${published}`),
    call<Variant[]>(service, `/catalog/variants?${open}`),
    call<Planned[]>(service, '/planned_courses?status=active&per_page=100'),
    call<Enrollment[]>(service, `/enrollments?student_id=${me}`),
  ])
  const ongoing = new Set(planned.map(({ id }) => id))
  const orderOf = ({ variantable_id, properties }: Variant): string =>
    `${ongoing.has(variantable_id)} ${properties.start_date}`
  const inOrder = variants.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))
  return { categories, products, variants: inOrder, ongoing, mine }
}

function catalogView(data: Data, selected: number | undefined): HTMLElement[] {
  const { categories, products } = data
  const used = categories.filter(({ id }) => products.some((each) => each.category_id === id))
  const shown = products.filter(({ category_id }) => (selected ?? category_id) === category_id)
  const link = (text: string, href: string, isCurrent: boolean): HTMLElement =>
    element('a', { href, ...(isCurrent && { 'aria-current': 'page' }) }, text)
  return [
    element('h1', {}, 'Find your course'),
    element(
      'nav',
      { 'aria-label': 'Categories' },
      link('All', '#/', selected === undefined),
      ...used.map(({ id, name }) => link(name, `#/categories/${id}`, id === selected)),
    ),
    element(
      'ul',
      { id: 'courses', class: 'cards' },
      ...shown.map((each) => courseCard(data, each)),
    ),
    ...enrollmentList(data),
  ]
}

const categoryOf = ({ categories }: Data, { category_id }: Product): string =>
  categories.find(({ id }) => id === category_id)?.name ?? ''

const variantsOf = ({ variants }: Data, { id }: Product): Variant[] =>
  variants.filter(({ product_id }) => product_id === id)

function datesOf(
  { ongoing }: Data,
  { variantable_id, properties: { start_date, end_date } }: Variant,
): string {
  if (!ongoing.has(variantable_id)) return dateRange(start_date, end_date)
  return end_date === null ? 'At any time' : `Until ${dateRange(end_date, null)}`
}

function courseCard(data: Data, product: Product): HTMLElement {
  const own = variantsOf(data, product)
  const [next] = own
  const when = next ? datesOf(data, next) : 'No dates planned'
  const more = own.length > 1 && element('span', { class: 'more' }, `+ ${own.length - 1} more`)
  return element(
    'li',
    {},
    element('img', { src: product.avatar, alt: '', width: '640', height: '360', loading: 'lazy' }),
    element('p', { class: 'category' }, categoryOf(data, product)),
    element('h2', {}, element('a', { href: `#/courses/${product.productable_id}` }, product.name)),
    element('p', { class: 'facts' }, element('span', {}, when, more), price(product.cost)),
  )
}

function enrollmentList(data: Data): HTMLElement[] {
  const { mine, variants, products } = data
  const items = mine.map(({ status, planned_course_id }) => {
    const variant = variants.find(({ variantable_id }) => variantable_id === planned_course_id)
    const product = products.find(({ id }) => id === variant?.product_id)
    return element(
      'li',
      {},
      product && element('img', { src: product.avatar, alt: '', width: '64', height: '36' }),
      element('span', {}, product?.name ?? `Planned course ${planned_course_id}`),
      variant && element('span', {}, datesOf(data, variant)),
      element('em', {}, status),
    )
  })
  return [
    element('h2', {}, 'My enrollments'),
    items.length === 0
      ? element('p', {}, 'You have no enrollments yet.')
      : element('ul', { id: 'enrollments' }, ...items),
  ]
}

interface Named {
  readonly id: number
  readonly name: string
}

interface Course {
  readonly duration: string | null
  readonly level: string | null
}

interface TeacherEnrollment {
  readonly planned_course_id: number
  readonly teacher_id: number
}

async function courseView(
  service: Service,
  me: number,
  data: Data,
  product: Product,
): Promise<HTMLElement[]> {
  const [course, locations, teachers, assignments] = await Promise.all([
    call<Course>(service, `/courses/${product.productable_id}`),
    call<Named[]>(service, '/course_locations'),
    call<User[]>(service, '/teachers?per_page=100'),
    call<TeacherEnrollment[]>(service, '/teacher_enrollments?per_page=100'),
  ])
  const teachersOf = ({ variantable_id }: Variant): User[] =>
    teachers.filter(({ id }) =>
      assignments.some(
        (each) => each.planned_course_id === variantable_id && each.teacher_id === id,
      ),
    )
  const dates = variantsOf(data, product).map((variant) => {
    const { course_location_id } = variant.properties
    return element(
      'li',
      {},
      element('strong', {}, datesOf(data, variant)),
      element('span', {}, locations.find(({ id }) => id === course_location_id)?.name ?? 'Online'),
      element('span', { class: 'teachers' }, ...teachersOf(variant).map(personOf)),
      element('span', {}, placesOf(variant)),
      element('span', { class: 'price' }, price(variant.cost)),
      enrollButton(service, me, data, variant),
    )
  })
  const facts = [categoryOf(data, product), course.duration, course.level].filter(Boolean)
  return [
    element('a', { href: '#/', class: 'back' }, '← All courses'),
    element(
      'article',
      {},
      element('img', { src: product.avatar, alt: '', width: '640', height: '360' }),
      element(
        'div',
        {},
        element('h1', {}, product.name),
        element('p', { class: 'category' }, facts.join(' · ')),
        ...product.course_tab_contents.flatMap(({ content }) => paragraphs(content ?? '')),
      ),
    ),
    element('h2', {}, 'Dates'),
    dates.length === 0
      ? element('p', {}, 'No dates are planned yet.')
      : element('ul', { id: 'dates' }, ...dates),
    ...enrollmentList(data),
  ]
}

const personOf = ({ avatar_url, first_name, last_name }: User): HTMLElement =>
  element(
    'span',
    {},
    element('img', { src: avatar_url, alt: '', width: '24', height: '24' }),
    `${first_name} ${last_name}`,
  )

function placesOf({ availability, available_places: places }: Variant): string {
  if (availability === 'not_available') return 'No places'
  return availability === 'available'
    ? 'Places available'
    : `${places} ${places === 1 ? 'place' : 'places'} left`
}

function enrollButton(service: Service, me: number, { mine }: Data, variant: Variant): HTMLElement {
  const isEnrolled = mine.some((each) => each.planned_course_id === variant.variantable_id)
  const button = element('button', { type: 'button' }, isEnrolled ? 'Enrolled' : 'Enroll')
  button.disabled = isEnrolled || variant.availability === 'not_available'
  button.addEventListener('click', () => {
    button.disabled = true
    void enroll(service, me, variant)
  })
  return button
}

async function enroll(service: Service, me: number, { id }: Variant): Promise<void> {
  const order = { catalog_variant_id: id, creator_id: me, student_ids: [me], approve: true }
  try {
    await call(service, '/orders', order)
    say('You are enrolled.')
  } catch (error) {
    say(`That did not work: ${(error as Error).message}`)
  }
  await showView(service, me).catch((error: Error) => say(error.message))
}
