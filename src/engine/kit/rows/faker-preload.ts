/** Loads faker with the page, because a browser cannot load it on demand. */
import { faker } from '@faker-js/faker/locale/nl'
import { provideFaker } from './faker.ts'

provideFaker(faker)
