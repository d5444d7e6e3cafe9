/** Loads the faker with the page: what a browser needs, where nothing can be loaded on demand. */
import { faker } from '@faker-js/faker/locale/nl'
import { provideFaker } from './faker.ts'

provideFaker(faker)
